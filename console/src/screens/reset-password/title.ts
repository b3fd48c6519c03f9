import type { Messages } from "../../i18n/messages.js";

/** Loaded at the start; the other texts come with the screen. */
export const title = {
  namespace: "resetPassword",
  en: { title: "Set a new password" },
  tw: { title: "設定新密碼" },
  cn: { title: "设置新密码" },
  ja: { title: "新しいパスワードの設定" },
} satisfies Messages<{ title: string }>;
