import type { ModelInfo, ModelWarning } from "@agatha/contracts";
import { PERFORMANCE_TEXTS } from "@agatha/contracts/model-rules/performance-texts";
import type { Language } from "@agatha/contracts/wire";
import fc from "fast-check";
import { formatDate, formatNumber, ticks } from "./format.js";
import { REPORT_TEXTS } from "./languages/index.js";
import { graphPage, reportPage } from "./page.js";
import { expectBalancedTags, expectNoInjectedMarkup, expectValidCharts } from "./testing/markup.js";
import { MARKUP_INJECTION, MODEL_GRAPH, MODEL_INFOS } from "./testing/model-infos.js";

type Kind = keyof typeof MODEL_INFOS;
const reportOf = (info: ModelInfo, language?: Language): string =>
  reportPage({ name: MARKUP_INJECTION, dataset: MARKUP_INJECTION, trainedAt: "2024-05-01T08:00:00Z", info, graph: MODEL_GRAPH }, language);
const report = (kind: Kind): string => reportOf(MODEL_INFOS[kind]);

describe.each(Object.keys(MODEL_INFOS) as Kind[])("the report of %s", (kind) => {
  const html = report(kind);

  test("the report contains only text, tables and drawings, and escapes names: no script, nothing external", () =>
    expectNoInjectedMarkup(html));
  test("the report closes its elements in order", () => expectBalancedTags(html));
  test("the report has numeric coordinates, and labels for charts", () => expectValidCharts(html));
});

const tableCells = (html: string): string[] => [...html.matchAll(/<t[hd][^>]*>([^<]*)<\/t[hd]>/g)].map(([, text]) => String(text));

test.each<[Kind, string[]]>([
  [
    "REGRESSION",
    [
      "Each algorithm",
      "1.625",
      "± 2.75",
      "90%",
      "89.5%",
      "Actual − predicted",
      "Growth of RMSE",
      "2024-05-01 08:00 UTC",
      "20 rows held out, 80 to learn from",
    ],
  ],
  ["CLASSIFICATION", ["0.8765", "0.7321", "0.9432", "0.4321", "temperature 1.7", "57.1%", "True positive rate", "Loss of accuracy"]],
  ["OCC", ["Most anomalous rows", "Anomaly score"]],
  ["CLUSTERING", ["Group 2", "1970-01-02"]],
  ["series", ["Forecast", "Periods ahead", "91%", "The baseline answers with the value of the period before."]],
])("the report of %s has its own metrics", (kind, texts) => {
  const html = report(kind);
  for (const text of texts) expect(html).toContain(text);
});

test.each([
  ["en", "Next periods of big, with", "± interval"],
  ["tw", "big：之後各期的預測", "± 區間"],
  ["cn", "big：之后各期的预测", "± 区间"],
  ["ja", "big：これからの期の予測", "± 区間"],
] as const)(
  "the report of several series names the one that it draws, and has no half width, which each has its own of: %s",
  (...expected) => {
    const [language, caption, halfWidth] = expected;
    const { series } = MODEL_INFOS;
    const forecast = { ...series.forecast!, errors: series.forecast!.errors.map((error) => ({ ...error, half_width: 7.25 })) };
    const { last, steps } = forecast;
    const named = (name: string) => ({ name, last, history: [], steps, MASE: 0.8 });
    const several = { ...series, forecast: { ...forecast, series_column: "shop", series: [named("big"), named("small")] } };
    const html = reportOf(several, language);
    expect(html).toContain(caption);
    expect(html).not.toContain(halfWidth);
    expect(tableCells(html)).not.toContain("7.25");
    expect(tableCells(reportOf({ ...series, forecast }, language))).toEqual(expect.arrayContaining([halfWidth, "7.25", "91%"]));
  },
);

test.each([
  ["en", "rows", ["Limit on false alarms: 5 of 100 normal rows.", "state is “nok”", "95% interval 80% to 97%"]],
  ["en", "alarms", ["Limit on false alarms: 5 of 100 alarms."]],
  ["tw", "rows", ["每 100 個正常列最多 5 個", "state 為「nok」", "95% 區間 80% 至 97%"]],
  ["cn", "alarms", ["每 100 个警报最多 5 个", "state 为“nok”", "95% 区间 80% 至 97%"]],
  ["ja", "rows", ["正常な行 100 件につき 5 件まで", "state が「nok」の行", "95% 区間 80%～97%"]],
] as const)("the report of outliers tells the limit on false alarms and the known anomalies: %s, of %s", (language, of, texts) => {
  const { OCC } = MODEL_INFOS;
  const labels = { anomalies: 5, unlabeled: 15, value: "nok", learned: false, roc: { auc: 0.9, points: [] } };
  const record = {
    table_sha256: "0".repeat(64),
    sampling: "raw" as const,
    rows: 20,
    timezone: "UTC",
    recipe: { type: "OCC" as const, layers: [], maxFpr: 1, seed: 1, semilabel: "state", falseAlarms: { atMost: 5, outOf: 100, of } },
    versions: { agatha: "0.1.0", artifact: 1, node: "v20" },
  };
  const intervals = { roc_auc: { lower: 0.8, upper: 0.97 } };
  const info = { ...OCC, record, intervals, outlier: { ...OCC.outlier!, labels } };
  const html = reportPage({ name: "Oven", dataset: "Oven", trainedAt: null, info, graph: MODEL_GRAPH }, language);
  for (const text of texts) expect(html).toContain(text);
});

test.each(["en", "tw", "cn", "ja"] as const)("each table of a report has as many headers as columns: %s", (language) => {
  for (const info of Object.values(MODEL_INFOS)) {
    const html = reportPage({ name: "Oven", dataset: "Oven", trainedAt: "2024-05-01T08:00:00Z", info, graph: MODEL_GRAPH }, language);
    for (const [, head = "", body = ""] of html.matchAll(/<thead>(.*?)<\/thead><tbody>(.*?)<\/tbody>/gs)) {
      const cellsOf = (row: string) => [...row.matchAll(/<t[hd][ >]/g)].length;
      const [first = head] = body.match(/<tr>.*?<\/tr>/s) ?? [];
      expect({ head, columns: cellsOf(head) }).toEqual({ head, columns: cellsOf(first) });
    }
  }
});

test.each(["en", "tw", "cn", "ja"] as const)(
  "a report has the curves of both of two classes, and first those of the rarer one: %s",
  (language) => {
    const { classification } = MODEL_INFOS.CLASSIFICATION;
    const points = [
      { fpr: 0, tpr: 0 },
      { fpr: 0.5, tpr: 0.75 },
      { fpr: 1, tpr: 1 },
    ];
    const curveOf = (label: string, average_precision: number) => ({ label, auc: 0.625, average_precision, points });
    const calibration = { ...classification!.calibration!, bins_of: "good" };
    const confusion = [
      [3, 4],
      [2, 11],
    ];
    const roc = [curveOf("bad", 0.4567), curveOf("good", 0.9371)];
    const info = {
      ...MODEL_INFOS.CLASSIFICATION,
      classification: { ...classification!, labels: ["bad", "good"], confusion, roc, calibration },
    };
    const html = reportOf(info, language);
    expectValidCharts(html);
    const { curves, predictedProbability } = REPORT_TEXTS[language].classification;
    for (const { caption } of Object.values(curves)) expect(html).toContain(`<figcaption>${caption}</figcaption>`);
    expect(html).toContain(predictedProbability("bad"));
    expect(html.indexOf("0.4567")).toBeGreaterThan(0);
    expect(html.indexOf("0.9371")).toBeGreaterThan(html.indexOf("0.4567"));
  },
);

test.each([
  ["OCC", "離群資料"],
  ["CLUSTERING", "分群"],
] as const)("the graph of a model without a target names its answer in the reader's language: %s", (type, answer) => {
  const graph = { ...MODEL_GRAPH, nodes: MODEL_GRAPH.nodes.map((node) => (node.kind === "answer" ? { ...node, label: type } : node)) };
  const html = reportPage({ name: "Oven", dataset: "Oven", trainedAt: null, info: MODEL_INFOS[type], graph }, "tw");
  expect(html).toContain(`<title>${answer}</title>`);
  expect(html).not.toContain(type);
});

test("the graph names a rotation in the reader's language", () => {
  const rotation = { id: "1.1 rotation", kind: "rotation", label: "pca", layer: 1 } as const;
  const graph = { ...MODEL_GRAPH, nodes: [...MODEL_GRAPH.nodes, rotation] };
  const html = reportPage({ name: "Oven", dataset: "Oven", trainedAt: null, info: MODEL_INFOS.OCC, graph }, "en");
  expect(html).toContain("<title>Principal component analysis</title>");
});

test.each([
  ["en", "New groups", "Known groups", "Whole groups of batch&#60;1> were held out (40 in all)"],
  ["ja", "新しいグループ", "既知のグループ", "batch&#60;1> のグループ全体を検証用に残しました（全 40 グループ）"],
] as const)("a report of a model for new groups tells the held-out groups, and the figures of known ones: %s", (language, ...texts) => {
  const { REGRESSION } = MODEL_INFOS;
  const other = { rows: "random", heldOutRows: 80, indicators: { RMSE: 0.4567 } } as const;
  const validation = { ...REGRESSION.validation, rows: "groups", groupColumns: ["batch<1>"], groups: 40, other } as const;
  const info = { ...REGRESSION, validation: { ...validation, groupColumns: [...validation.groupColumns] } };
  const html = reportPage({ name: "Oven", dataset: "Oven", trainedAt: null, info, graph: MODEL_GRAPH }, language);
  for (const text of texts) expect(html.replaceAll("&lt;", "&#60;").replaceAll("&gt;", ">")).toContain(text);
  expect(html.split("<tr>").find((row) => row.includes(">RMSE<"))).toContain("0.4567");
  const [, head = "", body = ""] = html.match(/<thead>(.*?)<\/thead><tbody>(.*?)<\/tbody>/s) ?? [];
  expect([...head.matchAll(/<t[hd][ >]/g)]).toHaveLength([...(body.match(/<tr>.*?<\/tr>/s)?.[0] ?? "").matchAll(/<t[hd][ >]/g)].length);
});

test.each([
  ["en", "Later groups", "Whole groups of batch were held out, the latest of 40"],
  ["tw", "較晚的群組", "依 batch 保留整個群組（共 40 個中最晚的）"],
  ["cn", "较晚的分组", "按 batch 留出整个分组（共 40 个中最晚的）"],
  ["ja", "後のグループ", "batch のグループ全体を、40 グループのうち新しいものから"],
] as const)("a report of a model for later groups tells them: %s", (language, ...texts) => {
  const { REGRESSION } = MODEL_INFOS;
  const other = { rows: "random" as const, heldOutRows: 80, indicators: { RMSE: 0.4567 } };
  const validation = { ...REGRESSION.validation, rows: "time" as const, timeColumn: "at", groupColumns: ["batch"], groups: 40, other };
  const html = reportOf({ ...REGRESSION, validation }, language);
  for (const text of texts) expect(html).toContain(text);
});

test.each(["en", "tw", "cn", "ja"] as const)(
  "a report tells the verdict on the model, the folds and that names of groups are left out, as the page does: %s",
  (language) => {
    const { REGRESSION } = MODEL_INFOS;
    const other = { rows: "random", heldOutRows: 318, indicators: { RMSE: 0.4567 } } as const;
    const grouped = { rows: "groups" as const, groupColumns: ["batch"], groups: 40, other };
    const validation = { ...REGRESSION.validation, method: "cross_validation" as const, folds: 5, heldOutRows: 318, ...grouped };
    const warnings: ModelWarning[] = [{ code: "names_the_group", column: "batch", message: "" }];
    const { verdict, withoutGroupNames } = PERFORMANCE_TEXTS[language];
    const html = reportOf({ ...REGRESSION, validation, warnings, indicators: { RMSE: 3.5 }, baseline: { RMSE: 3 } }, language);
    for (const text of [verdict.worse, withoutGroupNames, REPORT_TEXTS[language].folds(5)]) expect(html).toContain(text);
    const better = reportOf(REGRESSION, language);
    expect(better).toContain(verdict.better);
    for (const text of [verdict.worse, withoutGroupNames]) expect(better).not.toContain(text);
  },
);

test("a metric without a unit has at most four decimals, and an error those of its column", () => {
  const { REGRESSION } = MODEL_INFOS;
  const indicators = { ...REGRESSION.indicators, R2: -3.606e-8, RMSE: 3.606e-8 };
  const info = { ...REGRESSION, indicators, intervals: { R2: { lower: -0.00000012, upper: 0.01234567 } } };
  const html = reportPage({ name: "Oven", dataset: "Oven", trainedAt: null, info, graph: MODEL_GRAPH });
  const rowOf = (name: string) => html.split("<tr>").find((row) => row.includes(`>${name}<`)) ?? "";
  expect(rowOf("R²")).toMatch(/>0</);
  expect(rowOf("R²")).not.toContain("e-");
  expect(rowOf("R²")).toContain("0.0123");
  expect(rowOf("RMSE")).toContain("3.606e-8");
});

test("a metric that a model does not have has no row", () => {
  const info = {
    ...MODEL_INFOS.OCC,
    indicators: { silhouette_score: 0.5, true_positive: null },
    train_indicators: { true_positive: null },
  };
  const html = reportPage({ name: "Oven", dataset: "Oven", trainedAt: null, info, graph: MODEL_GRAPH });
  expect(html).toContain("Silhouette score");
  expect(html).not.toContain("True positive rate");
});

// @contract reports-are-in-the-language-of-the-user
test.each([
  ["tw", "zh-Hant-TW", ["模型報告", "測試資料", "特徵重要性", "誤差", "建立時間"]],
  ["cn", "zh-Hans-CN", ["模型报告", "留出数据", "特征重要性", "误差", "训练时间"]],
  ["ja", "ja", ["モデルレポート", "検証用の行", "特徴量の重要度", "誤差", "学習日時"]],
] as const)("the report is in the language that is asked for: %s", (language, tag, words) => {
  const model = { name: "Oven", dataset: "Oven", trainedAt: "2024-05-01T08:00:00Z", info: MODEL_INFOS.REGRESSION, graph: MODEL_GRAPH };
  const html = reportPage(model, language);
  expect(html).toContain(`<html lang="${tag}">`);
  for (const word of words) expect(html).toContain(word);
  for (const english of ["Held-out", "Feature importance", "Predictions and errors", "rows held out", "Trained"])
    expect(html).not.toContain(english);
});

test("the warnings are written in the reader's language, with their values", () => {
  const warnings: ModelWarning[] = [
    { code: "target_missing", message: "8 of 406 rows have no target and were left out" },
    { code: "series_unnamed", column: "oven", values: { count: 3, rows: 40 }, message: "3 of 40 rows have no value of oven" },
    { code: "unusual_end", values: { value: 9.5, time: "2024-05-01T08:00:00Z", lower: 1, upper: 2 }, message: "The value 9.5" },
    { code: "dominant_group", values: { groups: "A", share: 0.6123, rmse: 3, rmse_without: 1 }, message: "One group" },
  ];
  const page = (language: Language) =>
    reportPage(
      { name: "Oven", dataset: "Oven", trainedAt: null, info: { ...MODEL_INFOS.REGRESSION, warnings }, graph: MODEL_GRAPH },
      language,
    );
  expect(page("en")).toContain("<li>8 of 406 rows have no target and were left out</li>");
  const chinese = page("cn");
  for (const text of ["没有目标值的行已排除", "oven", "40", "2024-05-01 08:00 UTC", "61%"]) expect(chinese).toContain(text);
  for (const { message } of warnings) expect(chinese).not.toContain(message);
  expect(chinese).not.toContain("{{");
});

test("a report tells that a model whose wrong answers have costs is compared by them", () => {
  const figures = { indicators: { Accuracy: 0.7, cost: 0.2 }, baseline: { Accuracy: 0.94, cost: 0.5 } };
  const { verdict, baselineCost } = PERFORMANCE_TEXTS.en;
  for (const text of [verdict.better, baselineCost]) expect(reportOf({ ...MODEL_INFOS.CLASSIFICATION, ...figures }, "en")).toContain(text);
  expect(reportOf(MODEL_INFOS.CLASSIFICATION, "en")).not.toContain(baselineCost);
});

test("the figures of other rows and of the baseline have their intervals beside them", () => {
  const { validation } = MODEL_INFOS.REGRESSION;
  const info: ModelInfo = {
    ...MODEL_INFOS.REGRESSION,
    intervals: { RMSE: { lower: 1.25, upper: 1.75 } },
    baseline_intervals: { RMSE: { lower: 2.5, upper: 3.5 } },
    validation: {
      ...validation,
      rows: "groups",
      other: { rows: "random", heldOutRows: 20, indicators: { RMSE: 1.125 }, intervals: { RMSE: { lower: 1, upper: 1.2 } } },
    },
  };
  const html = reportPage({ name: "Oven", dataset: "Oven", trainedAt: null, info, graph: MODEL_GRAPH });
  const cells = tableCells(html).join(" ");
  expect(cells).toContain("Metric New groups 95% interval ± over folds Training rows Known groups 95% interval Baseline 95% interval");
  expect(cells).toContain("RMSE 1.5 1.25 to 1.75 – 1 1.125 1 to 1.2 3 2.5 to 3.5");
  expect(cells).toContain("1.625 (1.5 to 1.75)");
});

test("the error tables count rows from 1", () => {
  expect(tableCells(report("REGRESSION")).join(" ")).toContain("Row Actual Predicted Error 5 3 1 2");
  expect(tableCells(report("OCC")).join(" ")).toContain("Row Score 42 0.9");
});

test("the report omits what the model does not have", () => {
  const { regression: _, partial_dependence: __, ...info } = MODEL_INFOS.REGRESSION;
  const html = reportPage({
    name: "Plain",
    dataset: "Oven",
    trainedAt: null,
    info: { ...info, importance: [], warnings: [] },
    graph: MODEL_GRAPH,
  });
  for (const title of ["Warnings", "Feature importance", "Partial dependence", "Predictions and errors", "Trained"])
    expect(html).not.toContain(`>${title}`);
  expect(html).toContain("Metrics");
});

test("the report states how many rows importance was measured on, unless it was all", () => {
  const withRows = (importance_rows?: number) =>
    reportPage({
      name: "Oven",
      dataset: "Oven",
      trainedAt: null,
      info: { ...MODEL_INFOS.REGRESSION, importance_rows },
      graph: MODEL_GRAPH,
    });
  expect(withRows(769)).toContain("on 769 held-out rows, drawn at random");
  expect(withRows()).toContain("on held-out rows,");
});

test("points follow the axes: higher actual values are higher, higher predictions further right", () => {
  const [, chart = ""] = /aria-label="Held-out rows: on the line[^>]*>(.*?)<\/svg>/s.exec(report("REGRESSION")) ?? [];
  const dots = [...chart.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [Number(x), Number(y)]);
  const [first = [], second = []] = dots;
  expect(dots).toHaveLength(2);
  expect(Number(first[0])).toBeGreaterThan(Number(second[0]));
  expect(Number(first[1])).toBeGreaterThan(Number(second[1]));
});

test("the graph shows each node and each edge once", () => {
  const html = graphPage({ name: "Oven", graph: MODEL_GRAPH });
  expect(html).toMatch(/<figure><svg class="large"/);
  expect(html.match(/<rect/g)).toHaveLength(3);
  expect(html.match(/<path/g)).toHaveLength(2);
  expect(html).toContain(">Gradient-boosted trees<");
});

test.each([
  ["en", "iForest · Isolation forest", "Gradient-boosted trees"],
  ["tw", "iForest · 孤立森林", "梯度提升樹"],
  ["cn", "iForest · 孤立森林", "梯度提升树"],
  ["ja", "iForest · アイソレーションフォレスト", "勾配ブースティング木"],
] as const)("algorithms have their names beside their codes, and in the graph the names alone: %s", (language, inTable, name) => {
  const html = reportOf(MODEL_INFOS.REGRESSION, language);
  expect(html).toContain(`<td>${inTable}</td>`);
  expect(html).toContain(`<td>XGB · ${name}</td>`);
  expect(html).toContain(`>${name}</text>`);
  expect(graphPage({ name: "Oven", graph: MODEL_GRAPH }, language)).toContain(`>${name}</text>`);
});

test("a line may end between the ends of a range, and not within a date", () => {
  const [input] = MODEL_INFOS.REGRESSION.inputs;
  const inputs = [{ ...input!, type: "d" as const, min: 0, max: 86_400_000, typical: 0 }];
  const html = reportOf({ ...MODEL_INFOS.REGRESSION, inputs });
  expect(html).toContain("<td><span>1970-01-01</span> to <span>1970-01-02</span></td>");
  expect(html).toContain('<td class="number"><span>1970-01-01</span></td>');
});

test("an algorithm whose name has its code is named once, and one of a later version by its code", () => {
  const info = { ...MODEL_INFOS.REGRESSION, algorithms: ["k-means", "GAM", "New"] };
  expect(reportOf(info)).toContain("<td>k-means, Generalized additive model (GAM), New</td>");
});

test.each([
  [0, "0"],
  [12345, "12345"],
  [1234567, "1.235e+6"],
  [0.123456, "0.1235"],
  [0.00001, "1.000e-5"],
  [-2.5, "-2.5"],
  [Number.NaN, "–"],
])("formats %p as %s", (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

test("formatDate shows the time unless it is midnight", () => {
  expect([formatDate(0), formatDate(3_600_000), formatDate(1e300)]).toEqual(["1970-01-01", "1970-01-01 01:00", "–"]);
});

test("ticks are few, ascending, within the range and evenly spaced", () => {
  fc.assert(
    fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.double({ min: 1e-6, max: 1e9, noNaN: true }), (from, span) => {
      fc.pre(from + span - from > span / 2 && span > Math.abs(from) * 1e-6);
      const found = ticks(from, from + span);
      expect(found.length).toBeGreaterThanOrEqual(3);
      expect(found.length).toBeLessThanOrEqual(11);
      for (const tick of found) expect(tick >= from - span / 1e6 && tick <= from + span * (1 + 1e-6)).toBe(true);
    }),
    { seed: 3, numRuns: 500 },
  );
});

const decided = (beforeDecision: boolean) =>
  reportPage({ name: "Oven", dataset: "Oven", trainedAt: null, info: MODEL_INFOS.CLASSIFICATION, graph: MODEL_GRAPH, beforeDecision });

test("the report says which figures are from before a stored decision, and nothing without one", () => {
  expect(decided(true)).toContain("Accuracy, Kappa, macro F1 and cost in this table are those from before the decision");
  expect(decided(true)).toContain("The confusion matrix is from before the decision");
  expect(decided(false)).not.toContain("before the decision");
});

test("the calibration error has its interval, and the points of the reliability chart their rows", () => {
  const cells = tableCells(report("CLASSIFICATION")).join(" ");
  expect(cells).toContain("95% interval of the calibration error 0.02 to 0.18 0.01 to 0.09");
  expect(cells).toContain("Probability Held-out rows Mean probability Share that came true 0% to 10% 5 5% 20%");
});

test.each([
  ["the held-out rows", { rows: "random" }],
  ["the groups of the held-out rows", { rows: "groups", groups: 12 }],
  ["blocks of consecutive held-out rows", { rows: "time" }],
] as const)("the report says that intervals are over %s", (units, rows) => {
  const { validation, ...info } = MODEL_INFOS.REGRESSION;
  const told = { ...info, validation: { ...validation, ...rows }, intervals: { RMSE: { lower: 1, upper: 2 } } };
  const html = reportPage({ name: "Oven", dataset: "Oven", trainedAt: null, info: told, graph: MODEL_GRAPH });
  expect(html).toContain(`bootstrap over ${units}.`);
});
