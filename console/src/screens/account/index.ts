import { lazyChunk } from "../../routing/load-chunk.js";
import type { Screen } from "../../routing/screen.js";
import { title } from "./title.js";

export const account: Screen = {
  path: "/account/settings",
  area: "account",
  access: "user",
  guide: "account",
  component: lazyChunk(() => import("./account-screen.js")),
  messages: title,
};
