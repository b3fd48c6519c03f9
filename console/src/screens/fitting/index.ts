import FittingIcon from "@mui/icons-material/ModelTrainingOutlined";
import { title } from "../../models/title.js";
import { lazyChunk } from "../../routing/load-chunk.js";
import type { Screen } from "../../routing/screen.js";

export const fitting: Screen = {
  path: "/analysis/fitting",
  area: "analysis",
  access: "dataset",
  guide: "models",
  component: lazyChunk(() => import("./fitting-screen.js")),
  messages: title,
  rail: { icon: FittingIcon, order: 4 },
};
