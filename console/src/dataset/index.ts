import TableIcon from "@mui/icons-material/TableChartOutlined";
import { lazy } from "react";
import { loadChunk } from "../routing/load-chunk.js";
import type { Screen } from "../routing/screen.js";
import { title } from "./title.js";

export const dataset: Screen = {
  path: "/analysis/dataset",
  area: "analysis",
  access: "dataset",
  guide: "dataset",
  component: lazy(() => loadChunk(() => import("./dataset-screen.js"))),
  messages: title,
  rail: { icon: TableIcon, order: 2 },
};
