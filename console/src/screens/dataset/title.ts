import type { Messages } from "../../i18n/messages.js";

/** Loaded at the start; the other texts come with the screen. */
export const title = {
  namespace: "dataset",
  en: { title: "Dataset" },
  tw: { title: "資料集" },
  cn: { title: "数据集" },
  ja: { title: "データセット" },
} satisfies Messages<{ title: string }>;
