import FittingIcon from "@mui/icons-material/ModelTrainingOutlined";
import { lazy } from "react";
import type { Screen } from "../routing/screen.js";
import { messages } from "./messages.js";

export const fitting: Screen = {
  path: "/analysis/fitting",
  area: "analysis",
  access: "dataset",
  component: lazy(() => import("./fitting-screen.js")),
  messages,
  rail: { icon: FittingIcon, order: 4 },
};
