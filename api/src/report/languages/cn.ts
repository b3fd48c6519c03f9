import { ALGORITHM_LABELS } from "@agatha/contracts/algorithms/algorithm-labels";
import { METRIC_NAMES } from "@agatha/contracts/ranking/metric-names";
import { PERFORMANCE_TEXTS } from "@agatha/contracts/ranking/performance-texts";
import type { ReportTexts } from "../texts.js";

export const CN: ReportTexts = {
  report: "模型报告",
  graph: "模型图",
  trainedAt: "训练时间",
  types: {
    REGRESSION: "回归：预测数值",
    CLASSIFICATION: "分类：预测类别",
    OCC: "离群值检测：找出不寻常的行",
    CLUSTERING: "聚类：将行分成群组",
  },
  answers: { OCC: "离群值", CLUSTERING: "分群" },
  facts: { dataset: "数据集", response: "预测目标", algorithms: "算法", inputs: "输入列数", validation: "验证", record: "可重现性" },
  validation: {
    holdout: "以模型未见过的五分之一行评估",
    cross_validation: "以交叉验证评估：每一部分行都由未见过它的模型预测",
    leave_one_out: "以每次留出一行的方式评估",
    latest: "以模型未见过的最近五分之一行评估",
    rolling_origin: "以按时间先后划分的各段评估，每段只由其之前的行预测",
    none: "行太少，无法留出任何行",
  },
  folds: (count) => `${count} 折`,
  rows: (heldOut, learned) => `留出 ${heldOut} 行，以 ${learned} 行学习`,
  reproducibility: (seed, version, data) => `种子 ${seed}，版本 ${version}，数据 ${data}`,
  refitNote: "最终模型之后以相同设置在所有行上重新训练。",
  warnings: "注意事项",
  metrics: METRIC_NAMES.cn,
  algorithms: ALGORITHM_LABELS.cn,
  indicators: {
    title: "指标",
    header: { metric: "指标", heldOutFigure: "留出数据", spreadFigure: "各折之间 ±", training: "训练数据", baselineFigure: "基线模型" },
    interval: "95% 区间",
    heldOutRows: { random: "已知分组", groups: "新分组", time: "较晚的行", laterGroups: "较晚的分组" },
    alternativeRows: { random: "新分组", groups: "已知分组", time: "随机的行" },
    wholeGroups: (columns, groups) => `按 ${columns} 留出整个分组（共 ${groups} 个），因此数字适用于模型未见过的分组。`,
    wholeLaterGroups: (columns, groups) => `按 ${columns} 留出整个分组（共 ${groups} 个中最晚的），因此数字适用于之后出现的分组。`,
    wholeCopies: (groups) => `几乎相同的行一起留出（不同的行共 ${groups} 行），因此数字适用于模型未见过其副本的行。`,
    wholeBlocks: (groups) => `留出整段连续的行（共 ${groups} 段），因此数字适用于模型未见过的段。`,
    intervals: {
      rows: "95% 置信区间：对留出的行进行自助抽样。",
      groups: "95% 置信区间：对留出行所属的分组进行自助抽样。",
      blocks: "95% 置信区间：对连续留出行的区块进行自助抽样。",
    },
    ...PERFORMANCE_TEXTS.cn,
    beforeDecision:
      "模型按训练后保存的决定回答。此表的准确率、Kappa、macro F1 与成本为应用该决定前的数值；对数损失与 ROC AUC 不受影响。应用后的数值请见模型页面。",
    range: (lower, upper) => `${lower} 至 ${upper}`,
    baseline: { mean: "基线模型总是预测平均值。", majority: "基线模型总是预测最常见的类别。", naive: "基线模型预测前一期的值。", none: "" },
  },
  nodes: {
    title: "各算法",
    header: ["层与位置", "算法"],
    note: "各算法单独在留出数据上的指标。没有指标的算法提供离群值或群组给后面的层学习。",
  },
  importance: {
    title: "特征重要性",
    measures: {
      RMSE: "打乱该列后 RMSE 的增加",
      Accuracy: "打乱该列后准确率的下降（行的比例）",
      cluster_change: "打乱该列后改变群组的行的比例",
      score_change: "打乱该列后分数的变化（标准差）",
    },
    inUnit: (measure, response) => `${measure}，单位与 ${response} 相同`,
    caption: (sampled) => `在${sampled === undefined ? "" : `随机抽取的 ${sampled} 行`}留出数据上的置换重要性，附重复计算之间的标准差。`,
  },
  partialDependence: {
    title: "部分依赖",
    caption: "该列取各个值、其他列不变时的平均预测。",
    answer: "平均预测",
    score: "平均分数",
    probability: (label) => (label === null ? "平均概率" : `${label} 的平均概率`),
  },
  regression: {
    title: "预测与误差",
    actual: "实际",
    predicted: "预测",
    residual: "实际 − 预测",
    actualVsPredicted: "留出数据：预测正确的点位于直线上。",
    residuals: "留出数据：残差与预测。",
    quantile: "行的比例（%）",
    error: "绝对误差",
    deciles: "误差不超过此值的留出数据比例。",
    interval: (level, width, measured) =>
      `每个预测都有 ± ${width} 的区间，预期涵盖 ${level} 的实际值（分割共形预测）${measured === null ? "。" : `；在未用于计算区间的留出数据上涵盖了 ${measured}。`}`,
    intervalLimits: (lower, upper) => `区间止于 ${lower} 与 ${upper}：依名称与数值，目标列是比例。`,
    limits: (lower, upper) =>
      upper === undefined
        ? `预测值不低于 ${lower}。`
        : lower === undefined
          ? `预测值不高于 ${upper}。`
          : `预测值介于 ${lower} 与 ${upper} 之间。`,
  },
  classification: {
    title: "类别",
    confusion: "横行为留出数据的实际类别，竖列为预测类别。",
    actual: "实际 \\ 预测",
    curves: {
      roc: {
        caption: "ROC 曲线：真阳性率（该类别被找出的比例）对假阳性率（其他类别被误认的比例）。随机猜测的模型位于虚线上。",
        x: "假阳性率",
        y: "真阳性率",
      },
      precisionRecall: {
        caption: "精确率与召回率：被判为该类别的行中确实属于该类别的比例，对该类别被找出的比例。随机猜测的模型位于该类别的虚线上。",
        x: "召回率",
        y: "精确率",
      },
      gain: {
        caption: "增益：概率最高的行中找出的该类别比例。随机猜测的模型位于虚线上。",
        x: "行的比例（概率高者在前）",
        y: "找出的该类别比例",
      },
      lift: {
        caption: "提升度：概率最高的行中，该类别为随机（虚线）的几倍。",
        x: "行的比例（概率高者在前）",
        y: "为随机的几倍",
      },
    },
    auc: ["类别", "曲线下面积（AUC）", "95% 区间", "平均精确率", "95% 区间"],
    reliability: "可靠度：给定某概率的行中实际成真的比例。正确的概率位于虚线上。",
    predictedProbability: (label) => (label === null ? "所预测类别的概率" : `${label} 的概率`),
    observedShare: "成真的比例",
    before: "学习所得",
    after: "校准后",
    calibration: ["指标", "学习所得", "校准后"],
    calibrated: (temperature) => `概率已校准（温度 ${temperature}）；校准后的指标来自校准未见过的行。`,
    uncalibrated: "校准无法改善概率，因此保持学习所得的概率。",
    log_loss: "对数损失",
    brier: "Brier 分数",
    beforeDecision: "混淆矩阵为应用模型所保存的决定之前的结果。概率、曲线与校准不受影响。",
    ece: "期望校准误差",
    eceInterval: "校准误差的 95% 置信区间",
    bins: ["概率", "留出行数", "平均概率", "实际成真的比例"],
    thresholds: (label) => `从各概率起回答 ${label} 时的留出数据。`,
    threshold: ["起始概率", "真阳性", "假阳性", "真阴性", "假阴性", "精确率", "召回率"],
  },
  outlier: {
    title: "异常分数",
    score: "异常分数",
    rows: "行数",
    caption: (heldOut) => `${heldOut ? "留出数据" : "所有行"}的分数；直线右侧为异常。`,
    captionAlone: (heldOut) => `${heldOut ? "留出数据" : "所有行"}的分数。直线是单独预测一行时的阈值；一同预测的行没有阈值。`,
    most: "最异常的行",
    header: ["行", "分数"],
    known: (column, value, normal) => `已知异常：${column} 为${value}。模型未学习此列。其他行${normal ? "已知为正常" : "未知"}。`,
    anyValue: "任何值",
    value: (value) => `“${value}”`,
    limit: {
      rows: (atMost, outOf) =>
        `误报的上限：每 ${outOf} 个正常行最多 ${atMost} 个。每一行各自判断：如果正常行中得分同样高的比例不超过此上限，该行就会发出警报。`,
      alarms: (atMost, outOf) =>
        `误报的上限：每 ${outOf} 个警报最多 ${atMost} 个。一同预测的行会一起判断：预期其警报中的误报不超过此比例。指标即为这种警报的指标。`,
    },
    auc: (area, interval) => `在 ${area} 的配对中，留出数据的分数将已知异常排在其他行之前（ROC 曲线下面积；95% 区间 ${interval}）。`,
  },
  clustering: { title: "群组", column: "列", rows: "行数", cluster: (number) => `群组 ${number}` },
  forecast: {
    title: "预测",
    time: "时间",
    caption: (level, series) => `${series === undefined ? "" : `${series}：`}之后各期的预测，虚线区间预期涵盖 ${level} 的值。`,
    header: ["未来期数", "比较的预测数", "RMSE", "MAE", "重复最后值的 RMSE"],
    halfWidth: "± 区间",
    coverage: "涵盖比例",
  },
  errors: {
    largest: "最大误差",
    smallest: "最小误差",
    header: ["行", "实际", "预测", "误差"],
    note: "使用中数据集的行，从 1 起算。类别的误差为 1 减去给予实际类别的概率。",
  },
  inputs: {
    title: "输入",
    header: ["列", "类型", "学习范围", "典型值"],
    types: { n: "数值", d: "日期", s: "文本" },
    more: "等",
    to: (from, to) => `${from} 至 ${to}`,
  },
};
