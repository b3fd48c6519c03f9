import { lazyChunk } from "../../routing/load-chunk.js";
import type { Screen } from "../../routing/screen.js";
import { title } from "./title.js";

export const resetPassword: Screen = {
  path: "/account/reset",
  area: "account",
  access: "public",
  guide: "account",
  component: lazyChunk(() => import("./reset-password-screen.js")),
  messages: title,
};
