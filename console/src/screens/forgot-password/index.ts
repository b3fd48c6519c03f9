import { lazyChunk } from "../../routing/load-chunk.js";
import { FORGOT_PATH } from "../../routing/paths.js";
import type { Screen } from "../../routing/screen.js";
import { title } from "./title.js";

export const forgotPassword: Screen = {
  path: FORGOT_PATH,
  area: "account",
  access: "public",
  guide: "account",
  component: lazyChunk(() => import("./forgot-password-screen.js")),
  messages: title,
};
