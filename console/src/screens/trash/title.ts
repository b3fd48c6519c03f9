import type { Messages } from "../../i18n/messages.js";

/** Loaded at the start; the other texts come with the screen. */
export const title = {
  namespace: "trash",
  en: { title: "Trash" },
  tw: { title: "資源回收筒" },
  cn: { title: "回收站" },
  ja: { title: "ごみ箱" },
} satisfies Messages<{ title: string }>;
