import { lazy } from "react";
import { loadChunk } from "../routing/load-chunk.js";
import type { Screen } from "../routing/screen.js";
import { title } from "./title.js";

export const audit: Screen = {
  path: "/management/audit",
  area: "management",
  access: "manager",
  guide: "management",
  component: lazy(() => loadChunk(() => import("./audit-screen.js"))),
  messages: title,
  tab: 2,
};
