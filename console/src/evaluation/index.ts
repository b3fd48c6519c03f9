import CompareIcon from "@mui/icons-material/CompareArrowsOutlined";
import { lazy } from "react";
import { inTime } from "../routing/in-time.js";
import type { Screen } from "../routing/screen.js";
import { messages } from "./messages.js";

export const evaluation: Screen = {
  path: "/analysis/evaluation",
  area: "analysis",
  access: "dataset",
  component: lazy(() => inTime(() => import("./evaluation-screen.js"))),
  messages,
  rail: { icon: CompareIcon, order: 5 },
};
