import type { Messages, Translation } from "../i18n/messages.js";

const en = {
  png: "Download {{title}} as an image",
  csv: "Download {{title}} as CSV",
  table: "Show {{title}} as a table",
  chart: "Show {{title}} as a chart",
  rows: "Rows",
  mark: "{{name}}: {{value}}",
};
type Shape = Translation<typeof en>;

const tw = {
  png: "將「{{title}}」下載為圖片",
  csv: "將「{{title}}」下載為 CSV",
  table: "以表格顯示「{{title}}」",
  chart: "以圖表顯示「{{title}}」",
  rows: "資料列",
  mark: "{{name}}：{{value}}",
} satisfies Shape;

const cn = {
  png: "将“{{title}}”下载为图片",
  csv: "将“{{title}}”下载为 CSV",
  table: "以表格显示“{{title}}”",
  chart: "以图表显示“{{title}}”",
  rows: "数据行",
  mark: "{{name}}：{{value}}",
} satisfies Shape;

const ja = {
  png: "「{{title}}」を画像としてダウンロード",
  csv: "「{{title}}」を CSV としてダウンロード",
  table: "「{{title}}」を表で表示",
  chart: "「{{title}}」をグラフで表示",
  rows: "行",
  mark: "{{name}}：{{value}}",
} satisfies Shape;

export const messages: Messages<typeof en> = { namespace: "charts", en, tw, cn, ja };
