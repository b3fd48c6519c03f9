import type { SvgIconComponent } from "@mui/icons-material";
import type { ComponentType, LazyExoticComponent } from "react";
import type { AnyMessages, MessageTree } from "../i18n/messages.js";

/** Parts of the console; the top bar shows those that have a screen. */
export type Area = "account" | "home" | "analysis" | "management";

/**
 * Who may come and what the address must name: nobody logged in, a session, a session and `datasetID`, or a manager.
 */
type ScreenAccess = "public" | "user" | "dataset" | "manager";

/** What a screen's folder exports; `screens.ts` lists them all. */
export interface Screen {
  /** Under the base path, as react-router writes it: `/analysis/upload/:p?`. */
  path: string;
  area: Area;
  access: ScreenAccess;
  /** Loaded when first visited: `lazy(() => loadChunk(() => import("./fitting-screen.js")))` with a default export. */
  component: LazyExoticComponent<ComponentType>;
  /** Has a `title`: browser title, breadcrumb, and name in the rail. */
  messages: AnyMessages<MessageTree & { title: string }>;
  /** Analysis only: place in the left rail. */
  rail?: { icon: SvgIconComponent; order: number };
}
