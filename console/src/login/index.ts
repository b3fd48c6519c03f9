import { lazy } from "react";
import { inTime } from "../routing/in-time.js";
import type { Screen } from "../routing/screen.js";
import { messages } from "./messages.js";

export const login: Screen = {
  path: "/account/login",
  area: "account",
  access: "public",
  component: lazy(() => inTime(() => import("./login-screen.js"))),
  messages,
};
