import { lazy } from "react";
import type { Screen } from "../routing/screen.js";
import { messages } from "./messages.js";

export const home: Screen = { path: "/home", area: "home", access: "user", component: lazy(() => import("./home-screen.js")), messages };
