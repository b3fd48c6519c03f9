import TableIcon from "@mui/icons-material/TableChartOutlined";
import { lazyChunk } from "../../routing/load-chunk.js";
import type { Screen } from "../../routing/screen.js";
import { title } from "./title.js";

export const dataset: Screen = {
  path: "/analysis/dataset",
  area: "analysis",
  access: "dataset",
  guide: "dataset",
  component: lazyChunk(() => import("./dataset-screen.js")),
  messages: title,
  rail: { icon: TableIcon, order: 2 },
};
