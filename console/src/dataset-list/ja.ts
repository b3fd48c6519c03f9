import type { Shape } from "./en.js";
import { title } from "./title.js";

export const ja = {
  ...title.ja,
  heading: "データセット",
  trash: "ごみ箱",
  drop: {
    title: "ここに表をドロップ",
    hint: "先頭行に列名がある .csv、.xlsx、.xls ファイル（複数可）",
    choose: "ファイルを選択",
    product: "用途",
    help: "どのようなファイルが使えますか？",
    helpHeader: "先頭行が列名になります。名前の重複は認められず、__id__ と __one__ は使えません。",
    helpCsv:
      "CSV：区切り文字はカンマ、セミコロン、タブなど、小数点はピリオドまたはカンマ、文字コードは一般的なもの（UTF-8、UTF-16、Big5、GB18030、Shift_JIS、Latin-1）。判定結果は後から修正できます。",
    helpExcel: "Excel：最初のシートを読み取り、数式はその値を読み取ります。",
    helpRows: "使用するのは最大 10,000 行です。それより長い表では、ランダム・先頭・中央・末尾から選べます。",
  },
  sending: {
    unreadable: "{{name}} を読み込めませんでした",
    title: "送信中のファイル",
    sent: "{{name}} としてアップロードしました",
    open: "{{name}} を開く",
  },
  filter: {
    product: "製品",
    name: "名前で絞り込む",
    state: "状態",
    anyState: "すべての状態",
    busy: "処理中",
    ready: "準備完了",
    failed: "失敗",
    sort: "並べ替え",
  },
  columns: {
    name: "名前",
    product_type: "製品",
    total_rows: "行数",
    column_count: "列数",
    status: "状態",
    owner_name: "所有者",
    updated_at: "更新日時",
    actions: "操作",
  },
  list: {
    failed: "データセットを読み込めませんでした",
    empty: "データセットはまだありません",
    emptyHint: "上に表をドロップするか、ホームのサンプルをお試しください。",
    none: "該当するデータセットはありません",
    noneHint: "絞り込み条件を変更または解除してください。",
    clear: "絞り込みを解除",
  },
  rename: {
    action: "{{name}} の名前を変更",
    label: "{{name}} の新しい名前",
    save: "名前を保存",
    cancel: "元の名前のままにする",
    rule: "空白にはできません。{{max}} 文字以内で入力してください",
    done: "{{name}} に変更しました",
  },
  remove: { action: "{{name}} を削除", done: "{{name}} を削除しました" },
} satisfies Shape;
