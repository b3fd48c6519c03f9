import ExplorationIcon from "@mui/icons-material/ManageSearchOutlined";
import { lazy } from "react";
import { inTime } from "../routing/in-time.js";
import type { Screen } from "../routing/screen.js";
import { messages } from "./messages.js";

export const exploration: Screen = {
  path: "/analysis/exploration",
  area: "analysis",
  access: "dataset",
  component: lazy(() => inTime(() => import("./exploration-screen.js"))),
  messages,
  rail: { icon: ExplorationIcon, order: 3 },
};
