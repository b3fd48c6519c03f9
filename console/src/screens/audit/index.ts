import { lazyChunk } from "../../routing/load-chunk.js";
import type { Screen } from "../../routing/screen.js";
import { title } from "./title.js";

export const audit: Screen = {
  path: "/management/audit",
  area: "management",
  access: "manager",
  guide: "management",
  component: lazyChunk(() => import("./audit-screen.js")),
  messages: title,
  tab: 2,
};
