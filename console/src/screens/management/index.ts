import { lazyChunk } from "../../routing/load-chunk.js";
import type { Screen } from "../../routing/screen.js";
import { apiEnablementTitle, title } from "./title.js";

/** Shows to all users which models and APIs are enabled. */
export const management: Screen = {
  path: "/management/model",
  area: "management",
  access: "user",
  guide: "management",
  component: lazyChunk(() => import("./management-screen.js")),
  messages: title,
  tab: 0,
};

/** The same page with switches, for managers. */
export const apiEnablement: Screen = {
  path: "/management/model/edit-model",
  area: "management",
  access: "manager",
  guide: "publishing",
  component: lazyChunk(() => import("./api-enablement-screen.js")),
  messages: apiEnablementTitle,
};
