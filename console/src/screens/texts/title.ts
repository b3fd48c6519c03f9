import type { Messages } from "../../i18n/messages.js";

/** Loaded at the start; the other texts come with the screen. */
export const title = {
  namespace: "texts",
  en: { title: "Texts" },
  tw: { title: "介面文字" },
  cn: { title: "界面文本" },
  ja: { title: "画面の文言" },
} satisfies Messages<{ title: string }>;
