import { lazy } from "react";
import { loadChunk } from "../routing/load-chunk.js";
import type { Screen } from "../routing/screen.js";
import { messages } from "./messages.js";

export const account: Screen = {
  path: "/account/settings",
  area: "account",
  access: "user",
  component: lazy(() => loadChunk(() => import("./account-screen.js"))),
  messages,
};
