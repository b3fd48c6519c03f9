import type { Messages, Translation } from "../i18n/messages.js";

const en = {
  reread: "Read it differently",
  title: "How should {{name}} be read?",
  hint: "Change what was not recognized; the rest stays as detected.",
  encoding: "Encoding",
  delimiter: "Delimiter",
  decimal: "Decimal mark",
  detected: "As detected",
  delimiters: { comma: "Comma", semicolon: "Semicolon", tab: "Tab", pipe: "Vertical bar", space: "Space" },
  decimals: { point: "Point: 1.5", comma: "Comma: 1,5" },
  read: "Read again",
  cancel: "Cancel",
  choose: "Choose at least one",
};
type Shape = Translation<typeof en>;

const tw = {
  reread: "以其他方式讀取",
  title: "要如何讀取 {{name}}？",
  hint: "請修正未正確辨識的項目，其餘維持偵測結果。",
  encoding: "編碼",
  delimiter: "分隔符號",
  decimal: "小數符號",
  detected: "依偵測結果",
  delimiters: { comma: "逗號", semicolon: "分號", tab: "Tab", pipe: "直線", space: "空格" },
  decimals: { point: "小數點：1.5", comma: "逗號：1,5" },
  read: "重新讀取",
  cancel: "取消",
  choose: "請至少選擇一項",
} satisfies Shape;

const cn = {
  reread: "用其他方式读取",
  title: "要如何读取 {{name}}？",
  hint: "请更正未正确识别的项目，其余保持检测结果。",
  encoding: "编码",
  delimiter: "分隔符",
  decimal: "小数符号",
  detected: "按检测结果",
  delimiters: { comma: "逗号", semicolon: "分号", tab: "制表符", pipe: "竖线", space: "空格" },
  decimals: { point: "小数点：1.5", comma: "逗号：1,5" },
  read: "重新读取",
  cancel: "取消",
  choose: "请至少选择一项",
} satisfies Shape;

const ja = {
  reread: "別の方法で読み取る",
  title: "{{name}} をどのように読み取りますか？",
  hint: "正しく認識されなかった項目を変更してください。ほかは判定結果のままです。",
  encoding: "文字コード",
  delimiter: "区切り文字",
  decimal: "小数点",
  detected: "判定結果のまま",
  delimiters: { comma: "カンマ", semicolon: "セミコロン", tab: "タブ", pipe: "縦棒", space: "スペース" },
  decimals: { point: "ピリオド：1.5", comma: "カンマ：1,5" },
  read: "読み直す",
  cancel: "キャンセル",
  choose: "1 つ以上選択してください",
} satisfies Shape;

export const messages: Messages<typeof en> = { namespace: "csvDialect", en, tw, cn, ja };
