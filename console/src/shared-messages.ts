import { messages as charts } from "./charts/messages.js";
import { messages as companion } from "./companion/messages.js";
import { messages as csvDialect } from "./csv-dialect/messages.js";
import { messages as dialogs } from "./dialogs/messages.js";
import { messages as errors } from "./errors/messages.js";
import { messages as feedback } from "./feedback/messages.js";
import { messages as fileUpload } from "./file-upload/messages.js";
import type { AnyMessages } from "./i18n/messages.js";
import { messages as layout } from "./layout/messages.js";
import { messages as notifications } from "./notifications/messages.js";

/** Texts that the first load has besides the titles of the screens. All others come with the component that uses them. */
export const SHARED_MESSAGES: readonly AnyMessages[] = [
  charts,
  companion,
  csvDialect,
  dialogs,
  errors,
  feedback,
  fileUpload,
  layout,
  notifications,
];
