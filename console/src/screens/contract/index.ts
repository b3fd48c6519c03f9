import { lazyChunk } from "../../routing/load-chunk.js";
import type { Screen } from "../../routing/screen.js";
import { title } from "./title.js";

export const contract: Screen = {
  path: "/account/contract",
  area: "account",
  access: "user",
  guide: "account",
  component: lazyChunk(() => import("./contract-screen.js")),
  messages: title,
};
