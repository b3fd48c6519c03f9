import { lazy } from "react";
import { inTime } from "../routing/in-time.js";
import type { Screen } from "../routing/screen.js";
import { messages } from "./messages.js";

export const home: Screen = {
  path: "/home",
  area: "home",
  access: "user",
  component: lazy(() => inTime(() => import("./home-screen.js"))),
  messages,
};
