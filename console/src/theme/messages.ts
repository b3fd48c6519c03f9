import type { Messages, Translation } from "../i18n/messages.js";

const en = {
  open: "Open the list",
  close: "Close the list",
  clear: "Clear",
  noOptions: "Nothing matches",
  loading: "Loading…",
};
type Shape = Translation<typeof en>;

const tw = {
  open: "開啟清單",
  close: "關閉清單",
  clear: "清除",
  noOptions: "沒有符合的項目",
  loading: "載入中…",
} satisfies Shape;

const cn = {
  open: "打开列表",
  close: "关闭列表",
  clear: "清除",
  noOptions: "没有匹配的项目",
  loading: "加载中…",
} satisfies Shape;

const ja = {
  open: "一覧を開く",
  close: "一覧を閉じる",
  clear: "クリア",
  noOptions: "該当する項目がありません",
  loading: "読み込み中…",
} satisfies Shape;

/** Texts that the library of controls has in English alone. */
export const messages: Messages<typeof en> = { namespace: "theme", en, tw, cn, ja };
