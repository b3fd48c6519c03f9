import { ALGORITHM_LABELS } from "@agatha/contracts/algorithms/algorithm-labels";
import { METRIC_NAMES } from "@agatha/contracts/ranking/metric-names";
import { PERFORMANCE_TEXTS } from "@agatha/contracts/ranking/performance-texts";
import type { ReportTexts } from "../texts.js";

export const TW: ReportTexts = {
  report: "模型報告",
  graph: "模型結構圖",
  trainedAt: "建立時間",
  types: {
    REGRESSION: "迴歸：預測數值",
    CLASSIFICATION: "分類：預測類別",
    OCC: "離群資料：找出與眾不同的資料列",
    CLUSTERING: "分群：找出彼此相似的資料列",
  },
  answers: { OCC: "離群資料", CLUSTERING: "分群" },
  facts: { dataset: "資料集", response: "預測目標", algorithms: "演算法", inputs: "輸入欄位數", validation: "驗證", record: "可重現性" },
  validation: {
    holdout: "以模型未見過的五分之一資料列評估",
    cross_validation: "以交叉驗證評估：每一部分資料列都由未見過它的模型預測",
    leave_one_out: "以每次保留一列的方式評估",
    latest: "以模型未見過的最近五分之一資料列評估",
    rolling_origin: "以依時間先後劃分的各段評估，每段只由其之前的資料列預測",
    none: "資料列太少，無法保留測試資料",
  },
  folds: (count) => `${count} 折`,
  rows: (heldOut, learned) => `${heldOut} 列測試資料，${learned} 列訓練資料`,
  reproducibility: (seed, version, data) => `隨機種子 ${seed}，版本 ${version}，資料 ${data}`,
  refitNote: "最終模型之後以相同設定在所有資料列上重新訓練。",
  warnings: "請留意",
  metrics: METRIC_NAMES.tw,
  algorithms: ALGORITHM_LABELS.tw,
  indicators: {
    title: "指標",
    header: { metric: "指標", heldOutFigure: "測試資料", spreadFigure: "各折之間 ±", training: "訓練資料", baselineFigure: "基準模型" },
    interval: "95% 區間",
    heldOutRows: { random: "已知群組", groups: "新群組", time: "較晚的資料列", laterGroups: "較晚的群組" },
    alternativeRows: { random: "新群組", groups: "已知群組", time: "隨機的資料列" },
    wholeGroups: (columns, groups) => `依 ${columns} 保留整個群組（共 ${groups} 個），因此數字適用於模型未見過的群組。`,
    wholeLaterGroups: (columns, groups) => `依 ${columns} 保留整個群組（共 ${groups} 個中最晚的），因此數字適用於之後出現的群組。`,
    wholeCopies: (groups) => `幾乎相同的資料列一起保留（不同的共 ${groups} 列），因此數字適用於模型未見過其副本的資料列。`,
    wholeBlocks: (groups) => `保留整段連續的資料列（共 ${groups} 段），因此數字適用於模型未見過的段。`,
    intervals: {
      rows: "95% 信賴區間：對測試資料列進行自助抽樣。",
      groups: "95% 信賴區間：對測試資料列所屬的群組進行自助抽樣。",
      blocks: "95% 信賴區間：對連續測試資料列的區塊進行自助抽樣。",
    },
    ...PERFORMANCE_TEXTS.tw,
    beforeDecision:
      "模型依訓練後儲存的決定回答。此表的準確率、Kappa、macro F1 與成本為套用該決定前的數值；對數損失與 ROC AUC 不受影響。套用後的數值請見模型頁面。",
    range: (lower, upper) => `${lower} 至 ${upper}`,
    baseline: { mean: "基準模型一律預測平均值。", majority: "基準模型一律預測最常見的類別。", naive: "基準模型預測前一期的值。", none: "" },
  },
  nodes: {
    title: "各演算法",
    header: ["層與位置", "演算法"],
    note: "各演算法單獨在測試資料上的指標。沒有指標的演算法找出離群資料或分群，供後面的層學習。",
  },
  importance: {
    title: "特徵重要性",
    measures: {
      RMSE: "打亂該欄位後 RMSE 的增加",
      Accuracy: "打亂該欄位後準確率的下降（資料列比例）",
      cluster_change: "打亂該欄位後改變所屬群的資料列比例",
      score_change: "打亂該欄位後分數的變化（標準差）",
    },
    inUnit: (measure, response) => `${measure}，單位與 ${response} 相同`,
    caption: (sampled) => `在${sampled === undefined ? "" : `隨機抽取的 ${sampled} 列`}測試資料上的排列重要性，附重複計算之間的標準差。`,
  },
  partialDependence: {
    title: "部分相依",
    caption: "該欄位取各個值、其他欄位不變時的平均預測。",
    answer: "平均預測",
    score: "平均分數",
    probability: (label) => (label === null ? "平均機率" : `${label} 的平均機率`),
  },
  regression: {
    title: "預測與誤差",
    actual: "實際",
    predicted: "預測",
    residual: "實際 − 預測",
    actualVsPredicted: "測試資料：預測正確的點位於直線上。",
    residuals: "測試資料：殘差與預測。",
    quantile: "資料列比例（%）",
    error: "絕對誤差",
    deciles: "誤差不超過此值的測試資料比例。",
    interval: (level, width, measured) =>
      `每個預測都有 ± ${width} 的區間，預期涵蓋 ${level} 的實際值（分割共形預測）${measured === null ? "。" : `；在未用於計算區間的測試資料上涵蓋了 ${measured}。`}`,
    intervalLimits: (lower, upper) => `區間止於 ${lower} 與 ${upper}：依名稱與數值，目標欄位是比例。`,
    limits: (lower, upper) =>
      upper === undefined
        ? `預測值不低於 ${lower}。`
        : lower === undefined
          ? `預測值不高於 ${upper}。`
          : `預測值介於 ${lower} 與 ${upper} 之間。`,
  },
  classification: {
    title: "類別",
    confusion: "橫列為測試資料的實際類別，直欄為預測類別。",
    actual: "實際 \\ 預測",
    curves: {
      roc: {
        caption: "ROC 曲線：真陽性率（該類別被找出的比例）對偽陽性率（其他類別被誤認的比例）。隨機猜測的模型位於虛線上。",
        x: "偽陽性率",
        y: "真陽性率",
      },
      precisionRecall: {
        caption: "精確率與召回率：被判為該類別的資料列中確實屬於該類別的比例，對該類別被找出的比例。隨機猜測的模型位於該類別的虛線上。",
        x: "召回率",
        y: "精確率",
      },
      gain: {
        caption: "增益：機率最高的資料列中找出的該類別比例。隨機猜測的模型位於虛線上。",
        x: "資料列比例（機率高者在前）",
        y: "找出的該類別比例",
      },
      lift: {
        caption: "提升度：機率最高的資料列中，該類別為隨機（虛線）的幾倍。",
        x: "資料列比例（機率高者在前）",
        y: "為隨機的幾倍",
      },
    },
    auc: ["類別", "曲線下面積（AUC）", "95% 區間", "平均精確率", "95% 區間"],
    reliability: "可靠度：給定某機率的資料列中實際成真的比例。正確的機率位於虛線上。",
    predictedProbability: (label) => (label === null ? "所預測類別的機率" : `${label} 的機率`),
    observedShare: "成真的比例",
    before: "學習所得",
    after: "校準後",
    calibration: ["指標", "學習所得", "校準後"],
    calibrated: (temperature) => `機率已校準（溫度 ${temperature}）；校準後的指標來自校準未見過的資料列。`,
    uncalibrated: "校準無法改善機率，因此維持學習所得的機率。",
    log_loss: "對數損失",
    brier: "Brier 分數",
    beforeDecision: "混淆矩陣為套用模型所儲存的決定之前的結果。機率、曲線與校準不受影響。",
    ece: "期望校準誤差",
    eceInterval: "校準誤差的 95% 信賴區間",
    bins: ["機率", "測試資料列數", "平均機率", "實際成真的比例"],
    thresholds: (label) => `從各機率起回答 ${label} 時的測試資料。`,
    threshold: ["起始機率", "真陽性", "偽陽性", "真陰性", "偽陰性", "精確率", "召回率"],
  },
  outlier: {
    title: "異常分數",
    score: "異常分數",
    rows: "列數",
    caption: (heldOut) => `${heldOut ? "測試資料列" : "所有資料列"}的分數；直線右側為異常。`,
    captionAlone: (heldOut) => `${heldOut ? "測試資料列" : "所有資料列"}的分數。直線是單獨預測一列時的門檻；一同預測的列沒有門檻。`,
    most: "最異常的資料列",
    header: ["列", "分數"],
    known: (column, value, normal) => `已知異常：${column} 為${value}。模型未學習此欄位。其他資料列${normal ? "已知為正常" : "未知"}。`,
    anyValue: "任何值",
    value: (value) => `「${value}」`,
    limit: {
      rows: (atMost, outOf) =>
        `誤報的上限：每 ${outOf} 個正常列最多 ${atMost} 個。每一列各自判斷：若正常列中分數同樣高的比例不超過此上限，該列就會發出警報。`,
      alarms: (atMost, outOf) =>
        `誤報的上限：每 ${outOf} 個警報最多 ${atMost} 個。一同預測的列會一起判斷：預期其警報中的誤報不超過此比例。指標即為這種警報的指標。`,
    },
    auc: (area, interval) => `在 ${area} 的配對中，測試資料的分數將已知異常排在其他資料列之前（ROC 曲線下面積；95% 區間 ${interval}）。`,
  },
  clustering: { title: "分群結果", column: "欄位", rows: "資料列數", cluster: (number) => `第 ${number} 群` },
  forecast: {
    title: "預測",
    time: "時間",
    caption: (level, series) => `${series === undefined ? "" : `${series}：`}之後各期的預測，虛線區間預期涵蓋 ${level} 的值。`,
    header: ["未來期數", "比較的預測數", "RMSE", "MAE", "重複最後值的 RMSE"],
    halfWidth: "± 區間",
    coverage: "涵蓋比例",
  },
  errors: {
    largest: "最大誤差",
    smallest: "最小誤差",
    header: ["列", "實際", "預測", "誤差"],
    note: "使用中資料集的列，從 1 起算。類別的誤差為 1 減去給予實際類別的機率。",
  },
  inputs: {
    title: "輸入",
    header: ["欄位", "型別", "學習範圍", "典型值"],
    types: { n: "數值", d: "日期時間", s: "文字" },
    more: "等",
    to: (from, to) => `${from} 至 ${to}`,
  },
};
