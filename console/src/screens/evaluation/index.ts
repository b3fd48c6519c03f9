import CompareIcon from "@mui/icons-material/CompareArrowsOutlined";
import { lazyChunk } from "../../routing/load-chunk.js";
import type { Screen } from "../../routing/screen.js";
import { title } from "./title.js";

export const evaluation: Screen = {
  path: "/analysis/evaluation",
  area: "analysis",
  access: "dataset",
  guide: "comparison",
  component: lazyChunk(() => import("./evaluation-screen.js")),
  messages: title,
  rail: { icon: CompareIcon, order: 5 },
};
