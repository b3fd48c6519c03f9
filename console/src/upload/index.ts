import UploadIcon from "@mui/icons-material/UploadFileOutlined";
import { lazy } from "react";
import { inTime } from "../routing/in-time.js";
import type { Screen } from "../routing/screen.js";
import { messages } from "./messages.js";

export const upload: Screen = {
  path: "/analysis/upload/:p?",
  area: "analysis",
  access: "user",
  component: lazy(() => inTime(() => import("./upload-screen.js"))),
  messages,
  rail: { icon: UploadIcon, order: 1 },
};
