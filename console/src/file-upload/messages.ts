import type { Messages, Translation } from "../i18n/messages.js";

const en = {
  share: "{{share}} of {{size}} sent",
  processing: "Sent. The server is looking at it…",
  cancel: "Cancel {{name}}",
  retry: "Try again",
  dismiss: "Dismiss {{name}}",
};
type Shape = Translation<typeof en>;

const tw = {
  share: "已傳送 {{size}} 的 {{share}}",
  processing: "已傳送，伺服器正在檢查…",
  cancel: "取消 {{name}}",
  retry: "再試一次",
  dismiss: "關閉 {{name}}",
} satisfies Shape;

const cn = {
  share: "已发送 {{size}} 的 {{share}}",
  processing: "已发送，服务器正在检查…",
  cancel: "取消 {{name}}",
  retry: "重试",
  dismiss: "关闭 {{name}}",
} satisfies Shape;

const ja = {
  share: "{{size}} のうち {{share}} を送信済み",
  processing: "送信しました。サーバーで確認しています…",
  cancel: "{{name}} をキャンセル",
  retry: "もう一度試す",
  dismiss: "{{name}} を閉じる",
} satisfies Shape;

export const messages: Messages<typeof en> = { namespace: "fileUpload", en, tw, cn, ja };
