import type { Messages, Translation } from "../i18n/messages.js";

const en = {
  loading: "Loading…",
  retry: "Try again",
  cancel: "Cancel",
  failureTitle: "This did not work",
  code: "Error {{code}}",
  elapsed: "{{time}} so far",
  expected: "about {{time}} to go",
  atMost: "at most {{time}} to go",
  leave: "You can leave this page and come back; the work goes on.",
  crashTitle: "This screen has stopped",
  crashHint: "Nothing that you saved is lost. Try again, and if it stops again, reload the page.",
};
type Shape = Translation<typeof en>;

const tw = {
  loading: "載入中…",
  retry: "再試一次",
  cancel: "取消",
  failureTitle: "未能完成",
  code: "錯誤代碼 {{code}}",
  elapsed: "已經過 {{time}}",
  expected: "約剩 {{time}}",
  atMost: "最多還要 {{time}}",
  leave: "您可以離開此頁面，稍後再回來，作業會繼續進行。",
  crashTitle: "此畫面已停止運作",
  crashHint: "已儲存的內容不會遺失。請再試一次；若仍然停止，請重新載入頁面。",
} satisfies Shape;

const cn = {
  loading: "加载中…",
  retry: "重试",
  cancel: "取消",
  failureTitle: "未能完成",
  code: "错误代码 {{code}}",
  elapsed: "已用 {{time}}",
  expected: "大约还需 {{time}}",
  atMost: "最多还需 {{time}}",
  leave: "您可以离开此页面，稍后再回来，任务会继续进行。",
  crashTitle: "此页面已停止运行",
  crashHint: "已保存的内容不会丢失。请重试；如果仍然停止，请重新加载页面。",
} satisfies Shape;

const ja = {
  loading: "読み込み中…",
  retry: "もう一度試す",
  cancel: "キャンセル",
  failureTitle: "完了できませんでした",
  code: "エラーコード {{code}}",
  elapsed: "経過時間 {{time}}",
  expected: "残り約 {{time}}",
  atMost: "残り最大 {{time}}",
  leave: "このページを離れて後で戻ることができます。処理は続きます。",
  crashTitle: "この画面は停止しました",
  crashHint: "保存した内容は失われていません。もう一度試し、それでも停止する場合はページを再読み込みしてください。",
} satisfies Shape;

export const messages: Messages<typeof en> = { namespace: "feedback", en, tw, cn, ja };
