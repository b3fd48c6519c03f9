import type { Messages, Translation } from "../i18n/messages.js";

const en = {
  row: "Row {{row}}",
  show: "Show the values of row {{row}}",
  select_one: "Select {{shown}} row",
  select_other: "Select {{shown}} rows",
  selected_one: "{{shown}} row is selected in all charts and in the table",
  selected_other: "{{shown}} rows are selected in all charts and in the table",
  clear: "Clear the selection",
  column: "Column",
  value: "Value",
  missing: "missing",
  failed: "The row could not be loaded",
  gone: "The dataset has no such row any more. Its rows have changed since.",
  open: "Open in the table",
  close: "Close",
};
type Shape = Translation<typeof en>;

const tw = {
  row: "第 {{row}} 列",
  show: "顯示第 {{row}} 列的值",
  select: "選取 {{shown}} 列",
  selected: "已在所有圖表與表格中選取 {{shown}} 列",
  clear: "清除選取",
  column: "欄位",
  value: "值",
  missing: "缺值",
  failed: "無法載入此列",
  gone: "資料集已沒有這一列。資料列之後有所變更。",
  open: "在表格中開啟",
  close: "關閉",
} satisfies Shape;

const cn = {
  row: "第 {{row}} 行",
  show: "显示第 {{row}} 行的值",
  select: "选择 {{shown}} 行",
  selected: "已在所有图表和表格中选择 {{shown}} 行",
  clear: "清除选择",
  column: "列",
  value: "值",
  missing: "缺失",
  failed: "无法加载此行",
  gone: "数据集中已没有这一行。数据行之后有所变更。",
  open: "在表格中打开",
  close: "关闭",
} satisfies Shape;

const ja = {
  row: "{{row}} 行目",
  show: "{{row}} 行目の値を表示",
  select: "{{shown}} 行を選択",
  selected: "すべてのグラフと表で {{shown}} 行を選択しています",
  clear: "選択を解除",
  column: "列",
  value: "値",
  missing: "欠損",
  failed: "行を読み込めませんでした",
  gone: "データセットにこの行はもうありません。その後、行が変更されました。",
  open: "表で開く",
  close: "閉じる",
} satisfies Shape;

export const messages: Messages<typeof en> = { namespace: "rows", en, tw, cn, ja };
