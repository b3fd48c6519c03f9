import type { Messages } from "../../i18n/messages.js";

/** Loaded at the start; the other texts come with the screen. */
export const title = {
  namespace: "editHistory",
  en: { title: "Exploration" },
  tw: { title: "探索" },
  cn: { title: "探索" },
  ja: { title: "探索" },
} satisfies Messages<{ title: string }>;
