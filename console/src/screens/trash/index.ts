import { lazyChunk } from "../../routing/load-chunk.js";
import { TRASH_PATH } from "../../routing/paths.js";
import type { Screen } from "../../routing/screen.js";
import { title } from "./title.js";

export const trash: Screen = {
  path: TRASH_PATH,
  area: "home",
  access: "user",
  guide: "datasets",
  component: lazyChunk(() => import("./trash-screen.js")),
  messages: title,
};
