import type { Messages } from "../i18n/messages.js";

const en = {
  rowsPerPage: "Rows per page:",
  range: "{{from}}–{{to}} of {{total}}",
  next: "Go to next page",
  previous: "Go to previous page",
};

export const messages: Messages<typeof en> = {
  namespace: "lists",
  en,
  tw: { rowsPerPage: "每頁筆數：", range: "第 {{from}}–{{to}} 筆，共 {{total}} 筆", next: "前往下一頁", previous: "前往上一頁" },
  cn: { rowsPerPage: "每页条数：", range: "第 {{from}}–{{to}} 条，共 {{total}} 条", next: "前往下一页", previous: "前往上一页" },
  ja: { rowsPerPage: "1 ページの件数：", range: "{{total}} 件中 {{from}}–{{to}} 件", next: "次のページへ", previous: "前のページへ" },
};
