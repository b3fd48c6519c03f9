import type { SvgIconComponent } from "@mui/icons-material";
import type { ComponentType } from "react";
import type { AnyMessages, MessageTree } from "../i18n/messages.js";
import type { GuidePage } from "./guide-pages.js";

/** Areas of the console. The top bar shows those that have a screen. */
export type Area = "account" | "home" | "analysis" | "management" | "help";

/**
 * Who may visit the screen and what the address must name: users without a session, users with a session, users with a session
 * and `datasetID`, or managers.
 */
type ScreenAccess = "public" | "user" | "dataset" | "manager";

/** Definition that a screen's folder exports. `screens.ts` lists all screens. */
export interface Screen {
  /** Path below the base path, in the syntax of react-router: `/analysis/upload/:p?`. */
  path: string;
  area: Area;
  access: ScreenAccess;
  /**
   * Loaded on the first visit: `lazyChunk(() => import("./fitting-screen.js"))` with a default export. The login alone comes with
   * the first load.
   */
  component: ComponentType & { preload?(): void };
  /** Has a `title`, which is the browser title, the breadcrumb and the name in the rail. */
  messages: AnyMessages<MessageTree & { title: string }>;
  /** Management only: position among the tabs of managers. */
  tab?: number;
  /** Page of the guide that the help menu opens. */
  guide: GuidePage;
  /** Analysis only: position in the left rail. */
  rail?: { icon: SvgIconComponent; order: number };
}
