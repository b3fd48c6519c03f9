import type { Messages } from "../../i18n/messages.js";

/** Loaded at the start; the other texts come with the screen. */
export const title = {
  namespace: "forgotPassword",
  en: { title: "Forgot your password" },
  tw: { title: "忘記密碼" },
  cn: { title: "忘记密码" },
  ja: { title: "パスワードを忘れた場合" },
} satisfies Messages<{ title: string }>;
