import UploadIcon from "@mui/icons-material/UploadFileOutlined";
import { lazyChunk } from "../../routing/load-chunk.js";
import type { Screen } from "../../routing/screen.js";
import { title } from "./title.js";

export const datasetList: Screen = {
  path: "/analysis/upload/:p?",
  area: "analysis",
  access: "user",
  guide: "datasets",
  component: lazyChunk(() => import("./dataset-list-screen.js")),
  messages: title,
  rail: { icon: UploadIcon, order: 1 },
};
