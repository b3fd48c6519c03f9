import type { Messages, Translation } from "../i18n/messages.js";

const en = {
  screen: "Help on this screen",
  guide: "User's guide",
  api: "API for programs",
  whatsNew: "What's new",
  shortcuts: "Keyboard shortcuts",
  contact: "Contact",
  feedback: "Send feedback",
  mail: {
    question: "Question about Agatha",
    feedback: "Feedback on Agatha",
    place: "Screen: {{address}} · version {{version}}",
  },
  keys: {
    search: "Search datasets and models",
    shortcuts: "Show this list",
    undo: "Undo a deletion while its notice is shown",
    next: "Go to the next field or button; with Shift to the one before",
    choose: "Press a button, open a link",
    arrows: "Move within lists, menus, tabs, sliders and tables",
    escape: "Close a dialog or menu, or cancel renaming",
  },
  key: { tab: "Tab", enter: "Enter", space: "Space", arrows: "Arrow keys", escape: "Esc" },
  close: "Close",
};
type Shape = Translation<typeof en>;

const tw = {
  screen: "此畫面的說明",
  guide: "使用指南",
  api: "程式用 API",
  whatsNew: "新功能",
  shortcuts: "鍵盤快速鍵",
  contact: "聯絡",
  feedback: "傳送意見",
  mail: {
    question: "關於 Agatha 的問題",
    feedback: "對 Agatha 的意見",
    place: "畫面：{{address}}，版本 {{version}}",
  },
  keys: {
    search: "搜尋資料集與模型",
    shortcuts: "顯示此清單",
    undo: "在通知顯示期間復原刪除",
    next: "移至下一個欄位或按鈕；加按 Shift 則移至上一個",
    choose: "按下按鈕、開啟連結",
    arrows: "在清單、選單、分頁、滑桿與表格中移動",
    escape: "關閉對話框或選單，或取消重新命名",
  },
  key: { tab: "Tab", enter: "Enter", space: "空白鍵", arrows: "方向鍵", escape: "Esc" },
  close: "關閉",
} satisfies Shape;

const cn = {
  screen: "此页面的帮助",
  guide: "使用指南",
  api: "程序用 API",
  whatsNew: "新功能",
  shortcuts: "键盘快捷键",
  contact: "联系",
  feedback: "发送反馈",
  mail: {
    question: "关于 Agatha 的问题",
    feedback: "对 Agatha 的反馈",
    place: "页面：{{address}}，版本 {{version}}",
  },
  keys: {
    search: "搜索数据集和模型",
    shortcuts: "显示此列表",
    undo: "在通知显示期间撤销删除",
    next: "移到下一个字段或按钮；同时按 Shift 则移到上一个",
    choose: "按下按钮、打开链接",
    arrows: "在列表、菜单、标签页、滑块和表格中移动",
    escape: "关闭对话框或菜单，或取消重命名",
  },
  key: { tab: "Tab", enter: "Enter", space: "空格键", arrows: "方向键", escape: "Esc" },
  close: "关闭",
} satisfies Shape;

const ja = {
  screen: "この画面のヘルプ",
  guide: "ユーザーガイド",
  api: "プログラム向け API",
  whatsNew: "新機能",
  shortcuts: "キーボードショートカット",
  contact: "お問い合わせ",
  feedback: "ご意見を送る",
  mail: {
    question: "Agatha についての質問",
    feedback: "Agatha へのご意見",
    place: "画面：{{address}}、バージョン {{version}}",
  },
  keys: {
    search: "データセットとモデルを検索",
    shortcuts: "この一覧を表示",
    undo: "通知の表示中に削除を元に戻す",
    next: "次の項目やボタンへ移動（Shift を押しながらで前へ）",
    choose: "ボタンを押す、リンクを開く",
    arrows: "一覧、メニュー、タブ、スライダー、表の中を移動",
    escape: "ダイアログやメニューを閉じる、名前の変更をやめる",
  },
  key: { tab: "Tab", enter: "Enter", space: "スペース", arrows: "矢印キー", escape: "Esc" },
  close: "閉じる",
} satisfies Shape;

export const messages: Messages<typeof en> = { namespace: "help", en, tw, cn, ja };
