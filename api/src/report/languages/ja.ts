import { ALGORITHM_LABELS } from "@agatha/contracts/algorithms/algorithm-labels";
import { METRIC_NAMES } from "@agatha/contracts/ranking/metric-names";
import { PERFORMANCE_TEXTS } from "@agatha/contracts/ranking/performance-texts";
import type { ReportTexts } from "../texts.js";

export const JA: ReportTexts = {
  report: "モデルレポート",
  graph: "モデルのグラフ",
  trainedAt: "学習日時",
  types: {
    REGRESSION: "回帰：数値を予測",
    CLASSIFICATION: "分類：クラスを予測",
    OCC: "外れ値検出：普通でない行を検出",
    CLUSTERING: "クラスタリング：行をグループに分割",
  },
  answers: { OCC: "外れ値", CLUSTERING: "グループ" },
  facts: {
    dataset: "データセット",
    response: "予測対象",
    algorithms: "アルゴリズム",
    inputs: "入力の数",
    validation: "検証",
    record: "再現性",
  },
  validation: {
    holdout: "モデルが見ていない 5 分の 1 の行で評価",
    cross_validation: "交差検証で評価：各部分の行を、それを見ていないモデルが予測",
    leave_one_out: "1 行ずつ除いて評価",
    latest: "モデルが見ていない最新の 5 分の 1 の行で評価",
    rolling_origin: "時間順に分けた各部分を、それより前の行だけから予測して評価",
    none: "行が少なすぎるため、検証用の行を残せませんでした",
  },
  folds: (count) => `${count} 分割`,
  rows: (heldOut, learned) => `検証用 ${heldOut} 行、学習用 ${learned} 行`,
  reproducibility: (seed, version, data) => `シード ${seed}、バージョン ${version}、データ ${data}`,
  refitNote: "最終的なモデルは、その後同じ設定ですべての行から学習し直しています。",
  warnings: "注意点",
  metrics: METRIC_NAMES.ja,
  algorithms: ALGORITHM_LABELS.ja,
  indicators: {
    title: "評価指標",
    header: {
      metric: "指標",
      heldOutFigure: "検証用の行",
      spreadFigure: "分割間の ±",
      training: "学習に使った行",
      baselineFigure: "ベースライン",
    },
    interval: "95% 区間",
    heldOutRows: { random: "既知のグループ", groups: "新しいグループ", time: "後の行", laterGroups: "後のグループ" },
    alternativeRows: { random: "新しいグループ", groups: "既知のグループ", time: "ランダムな行" },
    wholeGroups: (columns, groups) =>
      `${columns} のグループ全体を検証用に残しました（全 ${groups} グループ）。数値はモデルが見ていないグループに当てはまります。`,
    wholeLaterGroups: (columns, groups) =>
      `${columns} のグループ全体を、${groups} グループのうち新しいものから検証用に残しました。数値は後から来るグループに当てはまります。`,
    wholeCopies: (groups) =>
      `ほぼ同じ行をまとめて検証用に残しました（異なる行は ${groups} 行）。数値は、ほぼ同じ行をモデルが見ていない行に当てはまります。`,
    wholeBlocks: (groups) =>
      `続いた行のブロック全体を検証用に残しました（全 ${groups} ブロック）。数値はモデルが見ていないブロックに当てはまります。`,
    intervals: {
      rows: "95% 信頼区間：検証用の行のブートストラップによります。",
      groups: "95% 信頼区間：検証用の行のグループのブートストラップによります。",
      blocks: "95% 信頼区間：連続する検証用の行のブロックのブートストラップによります。",
    },
    ...PERFORMANCE_TEXTS.ja,
    beforeDecision:
      "このモデルは、学習後に保存された決定に従って答えます。この表の正解率、Kappa、マクロ F1、コストは決定を適用する前の値です。対数損失と ROC AUC は決定の影響を受けません。適用後の値はモデルのページにあります。",
    range: (lower, upper) => `${lower}～${upper}`,
    baseline: {
      mean: "ベースラインは常に平均値を予測します。",
      majority: "ベースラインは常に最も多いクラスを予測します。",
      naive: "ベースラインは前の期の値を予測します。",
      none: "",
    },
  },
  nodes: {
    title: "各アルゴリズム",
    header: ["層と位置", "アルゴリズム"],
    note: "検証用の行での、各アルゴリズム単独の指標です。指標のないアルゴリズムは外れ値やグループを見つけ、後の層がそれを学習します。",
  },
  importance: {
    title: "特徴量の重要度",
    measures: {
      RMSE: "列をシャッフルしたときの RMSE の増加",
      Accuracy: "列をシャッフルしたときの正解率の低下（行の割合）",
      cluster_change: "列をシャッフルしたときにグループが変わる行の割合",
      score_change: "列をシャッフルしたときのスコアの変化（標準偏差）",
    },
    inUnit: (measure, response) => `${measure}（単位は ${response} と同じ）`,
    caption: (sampled) =>
      `${sampled === undefined ? "検証用の行" : `検証用の行からランダムに選んだ ${sampled} 行`}での順列重要度と、繰り返しの間の標準偏差です。`,
  },
  partialDependence: {
    title: "部分依存",
    caption: "ほかの列をそのままにして、この列だけを各値にしたときの平均予測値です。",
    answer: "平均予測値",
    score: "平均スコア",
    probability: (label) => (label === null ? "平均確率" : `${label} の平均確率`),
  },
  regression: {
    title: "予測と誤差",
    actual: "実際",
    predicted: "予測",
    residual: "実際 − 予測",
    actualVsPredicted: "検証用の行：予測が正しい点は直線上にあります。",
    residuals: "検証用の行：予測値に対する残差。",
    quantile: "行の割合（%）",
    error: "絶対誤差",
    deciles: "誤差がこの値以下の検証用の行の割合。",
    interval: (level, width, measured) =>
      `各予測には ± ${width} の区間があり、実際の値の ${level} を含む見込みです（分割コンフォーマル予測）。${measured === null ? "" : `区間の計算に使っていない検証用の行では ${measured} を含みました。`}`,
    intervalLimits: (lower, upper) => `区間は ${lower} と ${upper} で終わります。名前と値から、予測対象は割合だからです。`,
    limits: (lower, upper) =>
      upper === undefined
        ? `予測値は ${lower} を下回りません。`
        : lower === undefined
          ? `予測値は ${upper} を上回りません。`
          : `予測値は ${lower} から ${upper} の範囲に収まります。`,
  },
  classification: {
    title: "クラス",
    confusion: "行は検証用の行の実際のクラス、列は予測したクラスです。",
    actual: "実際 \\ 予測",
    curves: {
      roc: {
        caption:
          "ROC 曲線：真陽性率（そのクラスのうち検出した割合）と偽陽性率（ほかのクラスのうち取り違えた割合）。当て推量のモデルは破線上にあります。",
        x: "偽陽性率",
        y: "真陽性率",
      },
      precisionRecall: {
        caption:
          "適合率と再現率：そのクラスと判定した行のうち実際にそのクラスである割合と、そのクラスのうち見つかる割合。当て推量のモデルはそのクラスの破線上にあります。",
        x: "再現率",
        y: "適合率",
      },
      gain: {
        caption: "ゲイン：確率の高い行に含まれる、そのクラスの割合。当て推量のモデルは破線上にあります。",
        x: "行の割合（確率の高い順）",
        y: "見つかるクラスの割合",
      },
      lift: {
        caption: "リフト：確率の高い行に、そのクラスの行が偶然（破線）の何倍あるか。",
        x: "行の割合（確率の高い順）",
        y: "偶然の何倍か",
      },
    },
    auc: ["クラス", "曲線下の面積（AUC）", "95% 区間", "平均適合率", "95% 区間"],
    reliability: "信頼度：ある確率を与えた行のうち、実際にそうなった割合。正しい確率は破線上にあります。",
    predictedProbability: (label) => (label === null ? "予測したクラスの確率" : `${label} の確率`),
    observedShare: "実際の割合",
    before: "学習のまま",
    after: "較正後",
    calibration: ["指標", "学習のまま", "較正後"],
    calibrated: (temperature) => `確率は較正しています（温度 ${temperature}）。較正後の指標は、較正に使っていない行によるものです。`,
    uncalibrated: "較正しても確率は良くならないため、学習のままの確率を示します。",
    log_loss: "対数損失",
    brier: "ブライアスコア",
    beforeDecision: "混同行列は、モデルに保存された決定を適用する前のものです。確率、曲線、較正は決定の影響を受けません。",
    ece: "期待較正誤差",
    eceInterval: "較正誤差の 95% 信頼区間",
    bins: ["確率", "検証用の行数", "平均確率", "実際にそうなった割合"],
    thresholds: (label) => `各確率以上で ${label} と答えたときの検証用の行。`,
    threshold: ["下限の確率", "真陽性", "偽陽性", "真陰性", "偽陰性", "適合率", "再現率"],
  },
  outlier: {
    title: "異常スコア",
    score: "異常スコア",
    rows: "行数",
    caption: (heldOut) => `${heldOut ? "検証用の行" : "すべての行"}のスコア。線より右が異常です。`,
    captionAlone: (heldOut) =>
      `${heldOut ? "検証用の行" : "すべての行"}のスコア。線は 1 行だけを予測するときのしきい値です。まとめて予測する行にしきい値はありません。`,
    most: "最も異常な行",
    header: ["行", "スコア"],
    known: (column, value, normal) =>
      `既知の異常：${column} が${value}の行です。モデルはこの列からは学習していません。ほかの行は${normal ? "正常と分かっています" : "不明です"}。`,
    anyValue: "何らかの値",
    value: (value) => `「${value}」`,
    limit: {
      rows: (atMost, outOf) =>
        `誤報の上限：正常な行 ${outOf} 件につき ${atMost} 件まで。行ごとに判定します。スコアが同じかそれ以上の正常な行がこの割合以下であれば、その行は警報になります。`,
      alarms: (atMost, outOf) =>
        `誤報の上限：警報 ${outOf} 件につき ${atMost} 件まで。まとめて予測する行は、まとめて判定します。その警報のうち誤報はこの割合以下と見込まれます。指標はこの警報のものです。`,
    },
    auc: (area, interval) =>
      `検証用の行のスコアは、${area} の組で既知の異常をほかの行より上に並べます（ROC 曲線下の面積。95% 区間 ${interval}）。`,
  },
  clustering: { title: "グループ", column: "列", rows: "行数", cluster: (number) => `グループ ${number}` },
  forecast: {
    title: "予測",
    time: "時刻",
    caption: (level, series) =>
      `${series === undefined ? "" : `${series}：`}これからの期の予測。破線の区間は値の ${level} を含む見込みです。`,
    header: ["先の期数", "比べた予測の数", "RMSE", "MAE", "最後の値を繰り返したときの RMSE"],
    halfWidth: "± 区間",
    coverage: "含んだ割合",
  },
  errors: {
    largest: "誤差の大きい行",
    smallest: "誤差の小さい行",
    header: ["行", "実際", "予測", "誤差"],
    note: "使用中のデータセットの行番号（1 から）。クラスの誤差は、1 から実際のクラスの確率を引いた値です。",
  },
  inputs: {
    title: "入力",
    header: ["列", "型", "学習した範囲", "典型的な値"],
    types: { n: "数値", d: "日時", s: "テキスト" },
    more: "など",
    to: (from, to) => `${from}～${to}`,
  },
};
