import { lazy } from "react";
import { loadChunk } from "../routing/load-chunk.js";
import type { Screen } from "../routing/screen.js";
import { messages } from "./messages.js";

export const login: Screen = {
  path: "/account/login",
  area: "account",
  access: "public",
  guide: "account",
  component: lazy(() => loadChunk(() => import("./login-screen.js"))),
  messages,
};
