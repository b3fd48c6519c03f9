import { lazy } from "react";
import { loadChunk } from "../routing/load-chunk.js";
import type { Screen } from "../routing/screen.js";
import { title } from "./title.js";

export const contract: Screen = {
  path: "/account/contract",
  area: "account",
  access: "user",
  guide: "account",
  component: lazy(() => loadChunk(() => import("./contract-screen.js"))),
  messages: title,
};
