import type { Messages, Translation } from "../../i18n/messages.js";
import type { GuidePage } from "../../routing/guide-pages.js";
import { title } from "./title.js";

const en = {
  ...title.en,
  search: "Search the guide",
  nothingFound: "No page of the guide has these words",
  pages: "Pages of the guide",
  failed: "The page could not be loaded",
  page: {
    "first-model": "Your first model",
    datasets: "Datasets and trash",
    dataset: "One dataset",
    times: "Times that are read",
    exploration: "Exploration",
    models: "Models",
    calculations: "What-if, optimization, batch",
    comparison: "Comparison",
    publishing: "Publish a model",
    management: "Management",
    account: "Account and contract",
    words: "Glossary",
    "whats-new": "What's new",
  } satisfies Record<GuidePage, string>,
};
type Shape = Translation<typeof en>;

const tw = {
  ...title.tw,
  search: "搜尋指南",
  nothingFound: "指南中沒有符合的內容",
  pages: "指南的頁面",
  failed: "無法載入此頁面",
  page: {
    "first-model": "第一個模型",
    datasets: "資料集與資源回收筒",
    dataset: "資料集頁面",
    times: "可讀取的日期時間",
    exploration: "探索",
    models: "模型",
    calculations: "假設分析、參數最佳化與批次預測",
    comparison: "比較",
    publishing: "發布模型",
    management: "管理",
    account: "帳號與合約",
    words: "名詞",
    "whats-new": "新功能",
  },
} satisfies Shape;

const cn = {
  ...title.cn,
  search: "搜索指南",
  nothingFound: "指南中没有符合的内容",
  pages: "指南的页面",
  failed: "无法加载此页面",
  page: {
    "first-model": "第一个模型",
    datasets: "数据集与回收站",
    dataset: "数据集页面",
    times: "可读取的日期时间",
    exploration: "探索",
    models: "模型",
    calculations: "假设分析、参数优化与批量预测",
    comparison: "比较",
    publishing: "发布模型",
    management: "管理",
    account: "账号与合同",
    words: "名词",
    "whats-new": "新功能",
  },
} satisfies Shape;

const ja = {
  ...title.ja,
  search: "ガイドを検索",
  nothingFound: "ガイドに該当する内容はありません",
  pages: "ガイドのページ",
  failed: "ページを読み込めませんでした",
  page: {
    "first-model": "はじめてのモデル",
    datasets: "データセットとごみ箱",
    dataset: "データセットのページ",
    times: "読み取れる日時",
    exploration: "探索",
    models: "モデル",
    calculations: "シミュレーション・最適化・一括予測",
    comparison: "比較",
    publishing: "モデルの公開",
    management: "管理",
    account: "アカウントと契約",
    words: "用語",
    "whats-new": "新機能",
  },
} satisfies Shape;

export const messages: Messages<typeof en> = { namespace: title.namespace, en, tw, cn, ja };
