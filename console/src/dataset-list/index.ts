import UploadIcon from "@mui/icons-material/UploadFileOutlined";
import { lazy } from "react";
import { loadChunk } from "../routing/load-chunk.js";
import type { Screen } from "../routing/screen.js";
import { messages } from "./messages.js";

export const datasetList: Screen = {
  path: "/analysis/upload/:p?",
  area: "analysis",
  access: "user",
  guide: "datasets",
  component: lazy(() => loadChunk(() => import("./dataset-list-screen.js"))),
  messages,
  rail: { icon: UploadIcon, order: 1 },
};
