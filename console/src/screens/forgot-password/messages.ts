import type { Messages, Translation } from "../../i18n/messages.js";
import { title } from "./title.js";

const en = {
  ...title.en,
  hint: "Enter your account name or its e-mail address.",
  name: "Account or e-mail address",
  required: "Please fill this in",
  send: "Request a new password",
  mailed:
    "If this account exists and has an e-mail address, a link to set a new password is on its way to it. The link works once, for an hour. If nothing comes, look at what you typed, or ask a manager for a link.",
  told: "If this account exists, the managers now see that it needs a new password. Ask one of them for the link to set it.",
  toLogin: "Back to the login",
};
type Shape = Translation<typeof en>;

const tw = {
  ...title.tw,
  hint: "請輸入您的帳號名稱或電子郵件。",
  name: "帳號或電子郵件",
  required: "請填寫此欄位",
  send: "申請新密碼",
  mailed: "如果此帳號存在且有電子郵件，設定新密碼的連結已寄出。連結在一小時內可使用一次。若沒有收到，請檢查輸入內容，或向管理員索取連結。",
  told: "如果此帳號存在，管理員現在會看到它需要新密碼。請向管理員索取設定連結。",
  toLogin: "返回登入",
} satisfies Shape;

const cn = {
  ...title.cn,
  hint: "请输入您的账号名称或电子邮箱。",
  name: "账号或电子邮箱",
  required: "请填写此项",
  send: "申请新密码",
  mailed:
    "如果此账号存在且有电子邮箱，设置新密码的链接已发出。链接在一小时内可使用一次。如果没有收到，请检查输入内容，或向管理员索取链接。",
  told: "如果此账号存在，管理员现在会看到它需要新密码。请向管理员索取设置链接。",
  toLogin: "返回登录",
} satisfies Shape;

const ja = {
  ...title.ja,
  hint: "アカウント名またはメールアドレスを入力してください。",
  name: "アカウントまたはメールアドレス",
  required: "入力してください",
  send: "新しいパスワードを申請",
  mailed:
    "このアカウントが存在し、メールアドレスが登録されていれば、新しいパスワードを設定するリンクを送信しました。リンクは 1 時間以内に 1 回だけ使えます。届かない場合は入力内容を確認するか、管理者にリンクを依頼してください。",
  told: "このアカウントが存在すれば、新しいパスワードが必要なことが管理者に表示されます。設定用のリンクを管理者に依頼してください。",
  toLogin: "ログインに戻る",
} satisfies Shape;

export const messages: Messages<typeof en> = { namespace: title.namespace, en, tw, cn, ja };
