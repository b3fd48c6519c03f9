import type { Messages, Translation } from "../../i18n/messages.js";
import { title } from "./title.js";

const en = {
  ...title.en,
  rules: "At least 8 characters, and not one of the most common passwords. All sessions of the account end.",
  usernameHint: "You log in with this name.",
  save: "Set the password",
  incomplete: "This link is not complete. Open the whole link from the mail, or ask for another one.",
  another: "Ask for another link",
};
type Shape = Translation<typeof en>;

const tw = {
  ...title.tw,
  rules: "至少 8 個字元，且不可為最常見的密碼。此帳號的所有工作階段都會結束。",
  usernameHint: "請以此名稱登入。",
  save: "設定密碼",
  incomplete: "此連結不完整。請開啟信中的完整連結，或重新申請。",
  another: "重新申請連結",
} satisfies Shape;

const cn = {
  ...title.cn,
  rules: "至少 8 个字符，且不能是最常见的密码。此账号的所有会话都会结束。",
  usernameHint: "请用此名称登录。",
  save: "设置密码",
  incomplete: "此链接不完整。请打开邮件中的完整链接，或重新申请。",
  another: "重新申请链接",
} satisfies Shape;

const ja = {
  ...title.ja,
  rules: "8 文字以上で、よく使われるパスワードは使えません。このアカウントのすべてのセッションが終了します。",
  usernameHint: "この名前でログインします。",
  save: "パスワードを設定",
  incomplete: "このリンクは不完全です。メールのリンク全体を開くか、もう一度申請してください。",
  another: "リンクをもう一度申請",
} satisfies Shape;

export const messages: Messages<typeof en> = { namespace: title.namespace, en, tw, cn, ja };
