import type { Messages, Translation } from "../../i18n/messages.js";

const en = {
  title: "Home",
  question: "What do you want to know about your process?",
  open: "Open {{product}}",
  locked: "Not enabled for your account. Please ask your manager.",
  products: {
    occ: {
      purpose: "Learns how your equipment runs when all is well, and shows which records do not fit.",
      needs: "Needs: sensor records, mostly of good operation.",
    },
    quality: {
      purpose: "Predicts a quality value or a class from process data, and shows what drives it.",
      needs: "Needs: process data with the measured result.",
    },
    opt: {
      purpose: "Learns what a recipe leads to, so that you can ask how settings change the result.",
      needs: "Needs: settings as numbers, with the result.",
    },
    timeseries: {
      purpose: "Learns from the order of records in time, and predicts what comes next.",
      needs: "Needs: one time column and a numeric column.",
    },
  },
  sample: {
    title: "No table at hand?",
    text: "Try 406 cars from 1970 to 1982: predict how far they go on a gallon from weight, power and origin.",
    start: "Try the sample",
    sending: "Loading the sample…",
    failed: "The sample could not be loaded",
  },
  datasets: {
    title: "Recent datasets",
    all: "All datasets",
    failed: "The datasets could not be loaded",
    empty: "No dataset yet",
    emptyHint: "Upload a table as .csv, .xlsx or .xls to begin.",
    upload: "Upload a table",
  },
  models: {
    title: "Recent models",
    failed: "The models could not be loaded",
    empty: "No model yet",
    emptyHint: "Open a dataset and train a model on it.",
    of: "on {{dataset}}",
  },
};
type Shape = Translation<typeof en>;

const tw = {
  title: "首頁",
  question: "您想了解製程的什麼？",
  open: "開啟{{product}}",
  locked: "您的帳號尚未啟用此產品，請洽管理員。",
  products: {
    occ: { purpose: "學習設備正常運轉的樣貌，並指出哪些紀錄不尋常。", needs: "需要：感測器紀錄，以正常運轉為主。" },
    quality: { purpose: "由製程資料預測品質數值或類別，並說明影響的因素。", needs: "需要：製程資料與量測結果。" },
    opt: { purpose: "學習配方會帶來的結果，讓您詢問設定如何改變結果。", needs: "需要：數值設定與結果。" },
    timeseries: { purpose: "從紀錄的時間順序學習，並預測接下來的數值。", needs: "需要：一個時間欄位與一個數值欄位。" },
  },
  sample: {
    title: "手邊沒有資料表？",
    text: "試試 1970 至 1982 年的 406 輛汽車：由重量、馬力與產地預測每加侖可行駛的距離。",
    start: "試用範例",
    sending: "載入範例中…",
    failed: "無法載入範例",
  },
  datasets: {
    title: "最近的資料集",
    all: "所有資料集",
    failed: "無法載入資料集",
    empty: "尚無資料集",
    emptyHint: "請先上傳 .csv、.xlsx 或 .xls 資料表。",
    upload: "上傳資料表",
  },
  models: {
    title: "最近的模型",
    failed: "無法載入模型",
    empty: "尚無模型",
    emptyHint: "開啟資料集，並以它訓練模型。",
    of: "資料集：{{dataset}}",
  },
} satisfies Shape;

const cn = {
  title: "首页",
  question: "您想了解生产过程的什么？",
  open: "打开{{product}}",
  locked: "您的账号尚未启用此产品，请联系管理员。",
  products: {
    occ: { purpose: "学习设备正常运行的状态，并指出哪些记录不寻常。", needs: "需要：传感器记录，以正常运行为主。" },
    quality: { purpose: "由过程数据预测质量数值或类别，并说明影响因素。", needs: "需要：过程数据和测量结果。" },
    opt: { purpose: "学习配方会带来的结果，让您了解设置如何改变结果。", needs: "需要：数值设置和结果。" },
    timeseries: { purpose: "从记录的时间顺序中学习，并预测接下来的数值。", needs: "需要：一个时间列和一个数值列。" },
  },
  sample: {
    title: "手边没有数据表？",
    text: "试试 1970 至 1982 年的 406 辆汽车：由重量、马力和产地预测每加仑可行驶的距离。",
    start: "试用示例",
    sending: "正在加载示例…",
    failed: "无法加载示例",
  },
  datasets: {
    title: "最近的数据集",
    all: "所有数据集",
    failed: "无法加载数据集",
    empty: "暂无数据集",
    emptyHint: "请先上传 .csv、.xlsx 或 .xls 数据表。",
    upload: "上传数据表",
  },
  models: {
    title: "最近的模型",
    failed: "无法加载模型",
    empty: "暂无模型",
    emptyHint: "打开数据集，并用它训练模型。",
    of: "数据集：{{dataset}}",
  },
} satisfies Shape;

const ja = {
  title: "ホーム",
  question: "工程について何を知りたいですか？",
  open: "{{product}}を開く",
  locked: "お使いのアカウントでは有効になっていません。管理者にお問い合わせください。",
  products: {
    occ: { purpose: "設備の正常な状態を学習し、当てはまらない記録を示します。", needs: "必要なもの：主に正常運転時のセンサー記録。" },
    quality: { purpose: "工程データから品質の数値やクラスを予測し、その要因を示します。", needs: "必要なもの：測定結果を含む工程データ。" },
    opt: {
      purpose: "レシピから得られる結果を学習し、設定が結果をどう変えるかを確かめられます。",
      needs: "必要なもの：数値の設定とその結果。",
    },
    timeseries: { purpose: "記録の時間順から学習し、次に来る値を予測します。", needs: "必要なもの：時刻の列 1 つと数値の列。" },
  },
  sample: {
    title: "手元に表がありませんか？",
    text: "1970～1982 年の自動車 406 台でお試しください。重量・馬力・生産地から、1 ガロンで走れる距離を予測します。",
    start: "サンプルを試す",
    sending: "サンプルを読み込み中…",
    failed: "サンプルを読み込めませんでした",
  },
  datasets: {
    title: "最近のデータセット",
    all: "すべてのデータセット",
    failed: "データセットを読み込めませんでした",
    empty: "データセットはまだありません",
    emptyHint: "まず .csv、.xlsx、.xls の表をアップロードしてください。",
    upload: "表をアップロード",
  },
  models: {
    title: "最近のモデル",
    failed: "モデルを読み込めませんでした",
    empty: "モデルはまだありません",
    emptyHint: "データセットを開いて、モデルを学習させてください。",
    of: "データセット：{{dataset}}",
  },
} satisfies Shape;

export const messages: Messages<typeof en> = { namespace: "home", en, tw, cn, ja };
