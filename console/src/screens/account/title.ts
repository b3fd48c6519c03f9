import type { Messages } from "../../i18n/messages.js";

/** Loaded at the start; the other texts come with the screen. */
export const title = {
  namespace: "account",
  en: { title: "Account" },
  tw: { title: "帳號" },
  cn: { title: "账号" },
  ja: { title: "アカウント" },
} satisfies Messages<{ title: string }>;
