import { lazy } from "react";
import { inTime } from "../routing/in-time.js";
import type { Screen } from "../routing/screen.js";
import { editorMessages, messages } from "./messages.js";

/** Which models and APIs are on, for everybody to see. */
export const management: Screen = {
  path: "/management/model",
  area: "management",
  access: "user",
  component: lazy(() => inTime(() => import("./management-screen.js"))),
  messages,
};

/** The same with the switches, for managers. */
export const managementEditor: Screen = {
  path: "/management/model/edit-model",
  area: "management",
  access: "manager",
  component: lazy(() => inTime(() => import("./editor-screen.js"))),
  messages: editorMessages,
};
