import type { Messages, Translation } from "../../i18n/messages.js";
import { recordTexts } from "./record-texts/index.js";
import { title } from "./title.js";

const en = {
  ...title.en,
  record: recordTexts.en,
  hint: "What managers changed, and everybody's logins and refused accesses, latest first.",
  failed: "The audit trail could not be loaded",
  none: "No record matches",
  noneHint: "Change the account, the action or the time.",
  user: "Account",
  everybody: "Everybody",
  action: "Action",
  allActions: "All",
  since: "From",
  until: "To",
  exportCsv: "Download as CSV",
  exportJson: "Download as JSON",
  exportFailed: "The audit trail could not be downloaded",
  detailOf: "{{name}}: {{value}}",
  column: {
    at: "Time",
    user: "Account",
    action: "Action",
    target: "Object",
    detail: "Details",
  },
  unknownUser: "–",
};
type Shape = Translation<typeof en>;

const tw = {
  ...title.tw,
  record: recordTexts.tw,
  hint: "管理員的變更，以及所有人的登入與被拒絕的存取，最新的在前。",
  failed: "無法載入稽核紀錄",
  none: "沒有符合的紀錄",
  noneHint: "請更改帳號、動作或時間。",
  user: "帳號",
  everybody: "所有帳號",
  action: "動作",
  allActions: "全部",
  since: "開始",
  until: "結束",
  exportCsv: "下載 CSV",
  exportJson: "下載 JSON",
  exportFailed: "無法下載稽核紀錄",
  detailOf: "{{name}}：{{value}}",
  column: {
    at: "時間",
    user: "帳號",
    action: "動作",
    target: "對象",
    detail: "細節",
  },
  unknownUser: "–",
} satisfies Shape;

const cn = {
  ...title.cn,
  record: recordTexts.cn,
  hint: "管理员的更改，以及所有人的登录与被拒绝的访问，最新的在前。",
  failed: "无法加载审计记录",
  none: "没有符合的记录",
  noneHint: "请更改账号、操作或时间。",
  user: "账号",
  everybody: "所有账号",
  action: "操作",
  allActions: "全部",
  since: "开始",
  until: "结束",
  exportCsv: "下载 CSV",
  exportJson: "下载 JSON",
  exportFailed: "无法下载审计记录",
  detailOf: "{{name}}：{{value}}",
  column: {
    at: "时间",
    user: "账号",
    action: "操作",
    target: "对象",
    detail: "详情",
  },
  unknownUser: "–",
} satisfies Shape;

const ja = {
  ...title.ja,
  record: recordTexts.ja,
  hint: "管理者による変更と、全員のログインおよび拒否されたアクセスです。新しい順に表示します。",
  failed: "監査ログを読み込めませんでした",
  none: "一致する記録がありません",
  noneHint: "アカウント、操作、期間を変えてください。",
  user: "アカウント",
  everybody: "全員",
  action: "操作",
  allActions: "すべて",
  since: "開始日",
  until: "終了日",
  exportCsv: "CSV をダウンロード",
  exportJson: "JSON をダウンロード",
  exportFailed: "監査ログをダウンロードできませんでした",
  detailOf: "{{name}}：{{value}}",
  column: {
    at: "日時",
    user: "アカウント",
    action: "操作",
    target: "対象",
    detail: "詳細",
  },
  unknownUser: "–",
} satisfies Shape;

export const messages: Messages<typeof en> = { namespace: title.namespace, en, tw, cn, ja };
