import { lazyChunk } from "../../routing/load-chunk.js";
import type { Screen } from "../../routing/screen.js";
import { title } from "./title.js";

export const people: Screen = {
  path: "/management/people",
  area: "management",
  access: "manager",
  guide: "management",
  component: lazyChunk(() => import("./people-screen.js")),
  messages: title,
  tab: 1,
};

/** One account, or a new one. */
export const person: Screen = {
  path: "/management/people/:id",
  area: "management",
  access: "manager",
  guide: "management",
  component: lazyChunk(() => import("./person-screen.js")),
  messages: title,
};
