import { messages as companion } from "./companion/messages.js";
import { messages as dialogs } from "./dialogs/messages.js";
import type { AnyMessages } from "./i18n/messages.js";
import { messages as layout } from "./layout/messages.js";
import { messages as notifications } from "./notifications/messages.js";

/** Texts that come with what is behind the login, besides the titles of its screens. */
export const SIGNED_IN_MESSAGES: readonly AnyMessages[] = [companion, dialogs, layout, notifications];
