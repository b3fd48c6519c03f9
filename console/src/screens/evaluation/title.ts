import type { Messages } from "../../i18n/messages.js";

/** Loaded at the start; the other texts come with the screen. */
export const title = {
  namespace: "evaluation",
  en: { title: "Evaluation" },
  tw: { title: "評估" },
  cn: { title: "评估" },
  ja: { title: "評価" },
} satisfies Messages<{ title: string }>;
