import type { Language } from "@agatha/contracts/wire";
import type { Mail } from "./smtp.js";

interface ResetMailText {
  subject: string;
  body(account: string, link: string): string;
}

const TEXTS: Record<Language, ResetMailText> = {
  en: {
    subject: "Set a new password for Agatha",
    body: (account, link) =>
      `Somebody asked for a new password for the account ${account}. Open this link within an hour to set it. The link works once.\n\n${link}\n\nIf it was not you, do nothing: the password stays as it is.\n`,
  },
  tw: {
    subject: "設定 Agatha 的新密碼",
    body: (account, link) =>
      `有人要求為帳號 ${account} 設定新密碼。請在一小時內開啟此連結來設定。連結只能使用一次。\n\n${link}\n\n如果不是您本人，請忽略此信：密碼不會變更。\n`,
  },
  cn: {
    subject: "设置 Agatha 的新密码",
    body: (account, link) =>
      `有人请求为账号 ${account} 设置新密码。请在一小时内打开此链接进行设置。链接只能使用一次。\n\n${link}\n\n如果不是您本人，请忽略此邮件：密码不会更改。\n`,
  },
  ja: {
    subject: "Agatha の新しいパスワードの設定",
    body: (account, link) =>
      `アカウント ${account} の新しいパスワードが求められました。1 時間以内に次のリンクを開いて設定してください。リンクは 1 回だけ使えます。\n\n${link}\n\nお心当たりがない場合は、何もしないでください。パスワードは変わりません。\n`,
  },
};

/** Returns the mail with the link to set a new password. */
export function resetMail(to: string, { account, link, language }: { account: string; link: string; language: Language }): Mail {
  const { subject, body } = TEXTS[language];
  return { to, subject, text: body(account, link) };
}
