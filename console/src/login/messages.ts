import type { Messages, Translation } from "../i18n/messages.js";

const en = {
  title: "Log in",
  purpose: "Build, compare and publish models from your own tables.",
  username: "Account",
  password: "Password",
  code: "Code of your authenticator app, or a recovery code",
  show: "Show the password",
  hide: "Hide the password",
  submit: "Log in",
  submitting: "Logging in…",
  forgot: "Forgot the password?",
  or: "or",
  signOn: "Sign in with {{name}}",
  required: "Please fill this in",
  ended: "Your session has ended. Please log in again.",
};
type Shape = Translation<typeof en>;

const tw = {
  title: "登入",
  purpose: "用您自己的資料表建立、比較並發布模型。",
  username: "帳號",
  password: "密碼",
  code: "驗證器應用程式的驗證碼，或復原碼",
  show: "顯示密碼",
  hide: "隱藏密碼",
  submit: "登入",
  submitting: "登入中…",
  forgot: "忘記密碼？",
  or: "或",
  signOn: "使用 {{name}} 登入",
  required: "請填寫此欄位",
  ended: "您的工作階段已結束，請重新登入。",
} satisfies Shape;

const cn = {
  title: "登录",
  purpose: "用您自己的数据表构建、比较并发布模型。",
  username: "账号",
  password: "密码",
  code: "验证器应用的验证码，或恢复码",
  show: "显示密码",
  hide: "隐藏密码",
  submit: "登录",
  submitting: "正在登录…",
  forgot: "忘记密码？",
  or: "或",
  signOn: "使用 {{name}} 登录",
  required: "请填写此项",
  ended: "您的会话已结束，请重新登录。",
} satisfies Shape;

const ja = {
  title: "ログイン",
  purpose: "お手元の表からモデルを作成し、比較し、公開します。",
  username: "アカウント",
  password: "パスワード",
  code: "認証アプリのコード、またはリカバリーコード",
  show: "パスワードを表示",
  hide: "パスワードを隠す",
  submit: "ログイン",
  submitting: "ログイン中…",
  forgot: "パスワードをお忘れですか？",
  or: "または",
  signOn: "{{name}} でログイン",
  required: "入力してください",
  ended: "セッションが終了しました。もう一度ログインしてください。",
} satisfies Shape;

export const messages: Messages<typeof en> = { namespace: "login", en, tw, cn, ja };
