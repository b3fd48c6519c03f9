import FittingIcon from "@mui/icons-material/ModelTrainingOutlined";
import { lazy } from "react";
import { inTime } from "../routing/in-time.js";
import type { Screen } from "../routing/screen.js";
import { messages } from "./messages.js";

export const fitting: Screen = {
  path: "/analysis/fitting",
  area: "analysis",
  access: "dataset",
  component: lazy(() => inTime(() => import("./fitting-screen.js"))),
  messages,
  rail: { icon: FittingIcon, order: 4 },
};
