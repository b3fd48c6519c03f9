import type { Messages } from "../../i18n/messages.js";

/** Loaded at the start; the other texts come with the screen. */
export const title = {
  namespace: "audit",
  en: { title: "Audit trail" },
  tw: { title: "稽核紀錄" },
  cn: { title: "审计记录" },
  ja: { title: "監査ログ" },
} satisfies Messages<{ title: string }>;
