import type { Messages } from "../../i18n/messages.js";

/** Loaded at the start; the other texts come with the screen. */
export const title = {
  namespace: "guide",
  en: { title: "User's guide" },
  tw: { title: "使用指南" },
  cn: { title: "使用指南" },
  ja: { title: "ユーザーガイド" },
} satisfies Messages<{ title: string }>;
