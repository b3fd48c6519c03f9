import UploadIcon from "@mui/icons-material/UploadFileOutlined";
import { lazy } from "react";
import type { Screen } from "../routing/screen.js";
import { messages } from "./messages.js";

export const upload: Screen = {
  path: "/analysis/upload/:p?",
  area: "analysis",
  access: "user",
  component: lazy(() => import("./upload-screen.js")),
  messages,
  rail: { icon: UploadIcon, order: 1 },
};
