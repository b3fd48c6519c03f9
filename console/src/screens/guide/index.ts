import { lazyChunk } from "../../routing/load-chunk.js";
import type { Screen } from "../../routing/screen.js";
import { title } from "./title.js";

export const guide: Screen = {
  path: "/guide/:page?",
  area: "help",
  access: "user",
  guide: "first-model",
  component: lazyChunk(() => import("./guide-screen.js")),
  messages: title,
};
