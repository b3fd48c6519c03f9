import type { Shape } from "./en.js";
import { title } from "./title.js";

export const tw = {
  ...title.tw,
  heading: "資料集",
  trash: "資源回收筒",
  drop: {
    title: "將資料表拖放到這裡",
    hint: "一個或多個 .csv、.xlsx 或 .xls 檔案，第一列為欄位名稱",
    choose: "選擇檔案",
    product: "用於",
    help: "檔案應該是什麼格式？",
    helpHeader: "第一列為欄位名稱。每個名稱只能出現一次，且不可為 __id__ 或 __one__。",
    helpCsv:
      "CSV：逗號、分號、Tab 或其他分隔符號，小數點或小數逗號，任何常見編碼（UTF-8、UTF-16、Big5、GB18030、Shift_JIS、Latin-1）。偵測結果之後可以修正。",
    helpExcel: "Excel：讀取第一個工作表，公式則讀取其數值。",
    helpRows: "最多使用 10,000 列。資料表較長時，您可以選擇：隨機、開頭、中間或結尾。",
  },
  sending: {
    unreadable: "無法讀取 {{name}}",
    title: "傳送中的檔案",
    sent: "已上傳為 {{name}}",
    open: "開啟 {{name}}",
  },
  filter: {
    product: "產品",
    name: "依名稱篩選",
    state: "狀態",
    anyState: "所有狀態",
    busy: "進行中",
    ready: "就緒",
    failed: "失敗",
    sort: "排序依據",
  },
  columns: {
    name: "名稱",
    product_type: "產品",
    total_rows: "列數",
    column_count: "欄數",
    status: "狀態",
    owner_name: "擁有者",
    updated_at: "修改時間",
    actions: "操作",
  },
  list: {
    failed: "無法載入資料集",
    empty: "尚無資料集",
    emptyHint: "將資料表拖放到上方，或試用首頁的範例。",
    none: "沒有符合的資料集",
    noneHint: "請變更或清除篩選條件。",
    clear: "清除篩選條件",
  },
  rename: {
    action: "重新命名 {{name}}",
    label: "{{name}} 的新名稱",
    save: "儲存名稱",
    cancel: "保留原名稱",
    rule: "不可空白，最多 {{max}} 個字元",
    done: "已重新命名為 {{name}}",
  },
  remove: { action: "刪除 {{name}}", done: "已刪除 {{name}}" },
} satisfies Shape;
