import type { Messages } from "../i18n/messages.js";

/** Loaded at the start; the other texts come with the screen. */
export const title = {
  namespace: "models",
  en: { title: "Fitting" },
  tw: { title: "建模" },
  cn: { title: "建模" },
  ja: { title: "モデル作成" },
} satisfies Messages<{ title: string }>;
