import type { Messages } from "../../i18n/messages.js";

/** Loaded at the start, as the editor's title; the other texts come with the screen. */
export const title = {
  namespace: "management",
  en: { title: "Models and APIs" },
  tw: { title: "模型與 API" },
  cn: { title: "模型与 API" },
  ja: { title: "モデルと API" },
} satisfies Messages<{ title: string }>;

/** The editor only has a title of its own. The other texts are those of the page. */
export const apiEnablementTitle = {
  namespace: "apiEnablement",
  en: { title: "Enable models and APIs" },
  tw: { title: "啟用模型與 API" },
  cn: { title: "启用模型与 API" },
  ja: { title: "モデルと API の有効化" },
} satisfies Messages<{ title: string }>;
