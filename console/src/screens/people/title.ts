import type { Messages } from "../../i18n/messages.js";

/** Loaded at the start; the other texts come with the screen. */
export const title = {
  namespace: "people",
  en: { title: "People" },
  tw: { title: "人員" },
  cn: { title: "人员" },
  ja: { title: "ユーザー管理" },
} satisfies Messages<{ title: string }>;
