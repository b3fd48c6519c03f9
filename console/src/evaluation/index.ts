import CompareIcon from "@mui/icons-material/CompareArrowsOutlined";
import { lazy } from "react";
import { loadChunk } from "../routing/load-chunk.js";
import type { Screen } from "../routing/screen.js";
import { messages } from "./messages.js";

export const evaluation: Screen = {
  path: "/analysis/evaluation",
  area: "analysis",
  access: "dataset",
  guide: "comparison",
  component: lazy(() => loadChunk(() => import("./evaluation-screen.js"))),
  messages,
  rail: { icon: CompareIcon, order: 5 },
};
