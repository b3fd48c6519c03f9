import { lazyChunk } from "../../routing/load-chunk.js";
import type { Screen } from "../../routing/screen.js";
import { messages } from "./messages.js";

export const home: Screen = {
  path: "/home",
  area: "home",
  access: "user",
  guide: "first-model",
  component: lazyChunk(() => import("./home-screen.js")),
  messages,
};
