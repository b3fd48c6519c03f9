import { lazy } from "react";
import { loadChunk } from "../routing/load-chunk.js";
import type { Screen } from "../routing/screen.js";
import { apiEnablementMessages, messages } from "./messages.js";

/** Which models and APIs are on, for everybody to see. */
export const management: Screen = {
  path: "/management/model",
  area: "management",
  access: "user",
  component: lazy(() => loadChunk(() => import("./management-screen.js"))),
  messages,
};

/** The same with the switches, for managers. */
export const apiEnablement: Screen = {
  path: "/management/model/edit-model",
  area: "management",
  access: "manager",
  component: lazy(() => loadChunk(() => import("./api-enablement-screen.js"))),
  messages: apiEnablementMessages,
};
