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
  newVersionTitle: "A new version is available",
  newVersionHint: "This page is from the previous version. Reload it to continue; nothing that you saved is lost.",
  missingPartTitle: "A part of this screen was not loaded",
  missingPartHint: "Check your connection, then try again. Nothing that you saved is lost.",
  missingPartAgainHint: "If you are connected, reload the page. Nothing that you saved is lost.",
  reload: "Reload",
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
  newVersionTitle: "已有新版本",
  newVersionHint: "此頁面屬於先前的版本。請重新載入後繼續；已儲存的內容不會遺失。",
  missingPartTitle: "此畫面的一部分未能載入",
  missingPartHint: "請檢查網路連線，再試一次。已儲存的內容不會遺失。",
  missingPartAgainHint: "若網路連線正常，請重新載入頁面。已儲存的內容不會遺失。",
  reload: "重新載入",
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
  newVersionTitle: "已有新版本",
  newVersionHint: "此页面属于之前的版本。请重新加载后继续；已保存的内容不会丢失。",
  missingPartTitle: "此页面的一部分未能加载",
  missingPartHint: "请检查网络连接，然后重试。已保存的内容不会丢失。",
  missingPartAgainHint: "如果网络连接正常，请重新加载页面。已保存的内容不会丢失。",
  reload: "重新加载",
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
  newVersionTitle: "新しいバージョンがあります",
  newVersionHint: "このページは以前のバージョンのものです。再読み込みして続けてください。保存した内容は失われていません。",
  missingPartTitle: "この画面の一部を読み込めませんでした",
  missingPartHint: "接続を確認してから、もう一度試してください。保存した内容は失われていません。",
  missingPartAgainHint: "接続に問題がない場合は、ページを再読み込みしてください。保存した内容は失われていません。",
  reload: "再読み込み",
} satisfies Shape;

export const messages: Messages<typeof en> = { namespace: "feedback", en, tw, cn, ja };
