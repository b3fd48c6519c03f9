import { messages as errors } from "./errors/messages.js";
import { messages as feedback } from "./feedback/messages.js";
import type { AnyMessages } from "./i18n/messages.js";
import { messages as theme } from "./theme/messages.js";

/** Texts that the first load has besides the titles of the public screens. All others come with the component that uses them. */
export const PUBLIC_MESSAGES: readonly AnyMessages[] = [errors, feedback, theme];
