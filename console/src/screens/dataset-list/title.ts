import type { Messages } from "../../i18n/messages.js";

/** Loaded at the start; the other texts come with the screen. */
export const title = {
  namespace: "datasetList",
  en: { title: "Upload" },
  tw: { title: "上傳" },
  cn: { title: "上传" },
  ja: { title: "アップロード" },
} satisfies Messages<{ title: string }>;
