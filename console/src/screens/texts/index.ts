import { lazyChunk } from "../../routing/load-chunk.js";
import type { Screen } from "../../routing/screen.js";
import { title } from "./title.js";

export const texts: Screen = {
  path: "/i18n",
  area: "management",
  access: "manager",
  guide: "management",
  component: lazyChunk(() => import("./texts-screen.js")),
  messages: title,
  tab: 3,
};
