import ExplorationIcon from "@mui/icons-material/ManageSearchOutlined";
import { lazyChunk } from "../../routing/load-chunk.js";
import type { Screen } from "../../routing/screen.js";
import { title } from "./title.js";

export const editHistory: Screen = {
  path: "/analysis/exploration",
  area: "analysis",
  access: "dataset",
  guide: "exploration",
  component: lazyChunk(() => import("./edit-history-screen.js")),
  messages: title,
  rail: { icon: ExplorationIcon, order: 3 },
};
