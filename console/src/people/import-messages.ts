import type { Translation } from "../i18n/messages.js";

/** Texts of the import of accounts. */
const en = {
  action: "Import from a file",
  title: "Import accounts",
  hint: "A .csv, .xlsx or .xls file with the column username. The template has the names of all other columns; leave out what you do not need. Either all accounts are made, or none.",
  choose: "Choose a file",
  template: "Download a template",
  preview_one: "{{shown}} account of {{file}} would be made:",
  preview_other: "{{shown}} accounts of {{file}} would be made:",
  refused: "The file was refused. No account is made. Rows are counted below the header.",
  run: "Make these accounts",
  done_one: "{{shown}} account is made. Open it to make a link, by which its holder sets a password.",
  done_other: "{{shown}} accounts are made. Open each to make a link, by which its holder sets a password.",
  noUsername: "The column username is missing.",
  wrong: "Row {{row}}, {{column}}: {{rule}}",
  rule: {
    username:
      "must begin with an English letter or digit, then have only letters, digits and . _ @ + -; must not be taken, and must occur once in the file",
    email: "must be an e-mail address",
    auth: "must be manager or normal",
    contract: "must be RF (bought for good) or SP (a subscription, which needs a due date)",
    day: "must be a day such as 2030-12-31; a subscription (SP) needs a due date",
    days: "must be a whole number of days from 0",
    mode: "must be enabled, all, first or disabled",
    limit: "must be a whole number; -1 means no limit",
    yesNo: "must be yes or no",
  },
};
type Shape = Translation<typeof en>;

const tw = {
  action: "從檔案匯入",
  title: "匯入帳號",
  hint: "含 username 欄位的 .csv、.xlsx 或 .xls 檔案。範本列出其他所有欄位的名稱，不需要的欄位可省略。全部建立，或全部不建立。",
  choose: "選擇檔案",
  template: "下載範本",
  preview: "將從 {{file}} 建立 {{shown}} 個帳號：",
  refused: "檔案被拒絕，未建立任何帳號。列號從標題列的下一列起算。",
  run: "建立這些帳號",
  done: "已建立 {{shown}} 個帳號。請逐一開啟並產生連結，讓持有人設定密碼。",
  noUsername: "缺少 username 欄位。",
  wrong: "第 {{row}} 列，{{column}}：{{rule}}",
  rule: {
    username: "須以英文字母或數字開頭，之後只能是英文字母、數字與 . _ @ + -；不可已被使用或在檔案中重複",
    email: "須為電子郵件地址",
    auth: "須為 manager 或 normal",
    contract: "須為 RF（買斷）或 SP（訂閱，須有到期日）",
    day: "須為日期，例如 2030-12-31；訂閱（SP）須有到期日",
    days: "須為 0 以上的整數天數",
    mode: "須為 enabled、all、first 或 disabled",
    limit: "須為整數；-1 表示無限制",
    yesNo: "須為 yes 或 no",
  },
} satisfies Shape;

const cn = {
  action: "从文件导入",
  title: "导入账号",
  hint: "含 username 列的 .csv、.xlsx 或 .xls 文件。模板列出其他所有列的名称，不需要的列可省略。全部创建，或全部不创建。",
  choose: "选择文件",
  template: "下载模板",
  preview: "将从 {{file}} 创建 {{shown}} 个账号：",
  refused: "文件被拒绝，未创建任何账号。行号从标题行的下一行起算。",
  run: "创建这些账号",
  done: "已创建 {{shown}} 个账号。请逐一打开并生成链接，让持有人设置密码。",
  noUsername: "缺少 username 列。",
  wrong: "第 {{row}} 行，{{column}}：{{rule}}",
  rule: {
    username: "须以英文字母或数字开头，之后只能是英文字母、数字和 . _ @ + -；不能已被使用或在文件中重复",
    email: "须为电子邮箱地址",
    auth: "须为 manager 或 normal",
    contract: "须为 RF（买断）或 SP（订阅，须有到期日）",
    day: "须为日期，例如 2030-12-31；订阅（SP）须有到期日",
    days: "须为 0 以上的整数天数",
    mode: "须为 enabled、all、first 或 disabled",
    limit: "须为整数；-1 表示无限制",
    yesNo: "须为 yes 或 no",
  },
} satisfies Shape;

const ja = {
  action: "ファイルから取り込む",
  title: "アカウントの取り込み",
  hint: "username 列を含む .csv、.xlsx、.xls ファイルです。ほかのすべての列名はひな形にあります。不要な列は省けます。すべて作成するか、まったく作成しません。",
  choose: "ファイルを選択",
  template: "ひな形をダウンロード",
  preview: "{{file}} の {{shown}} 件のアカウントを作成します：",
  refused: "ファイルは受け付けられませんでした。アカウントは作成されません。行番号は見出しの次の行から数えます。",
  run: "これらのアカウントを作成",
  done: "{{shown}} 件のアカウントを作成しました。それぞれを開いて、本人がパスワードを設定するためのリンクを作成してください。",
  noUsername: "username 列がありません。",
  wrong: "{{row}} 行目の {{column}}：{{rule}}",
  rule: {
    username: "英字か数字で始め、英数字と . _ @ + - だけを使ってください。使用中の名前や、ファイル内の重複は使えません",
    email: "メールアドレスにしてください",
    auth: "manager か normal にしてください",
    contract: "RF（買い切り）か SP（サブスクリプション、期限が必要）にしてください",
    day: "2030-12-31 のような日付にしてください。サブスクリプション（SP）には期限が必要です",
    days: "0 以上の整数の日数にしてください",
    mode: "enabled、all、first、disabled のいずれかにしてください",
    limit: "整数にしてください。-1 は無制限です",
    yesNo: "yes か no にしてください",
  },
} satisfies Shape;

export const importMessages = { en, tw, cn, ja };
