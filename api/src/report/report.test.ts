import type { ModelWarning } from "@agatha/contracts";
import type { Language } from "@agatha/contracts/wire";
import { REPORT_TEXTS } from "./languages/index.js";
import { reportPage } from "./page.js";
import { expectBalancedTags, expectNoInjectedMarkup, expectValidCharts } from "./testing/markup.js";
import { MODEL_GRAPH, MODEL_INFOS } from "./testing/model-infos.js";
import { type Kind, report, reportOf, tableCells } from "./testing/report-html.js";

describe.each(Object.keys(MODEL_INFOS) as Kind[])("the report of %s", (kind) => {
  const html = report(kind);

  test("the report contains only text, tables and drawings, and escapes names: no script, nothing external", () =>
    expectNoInjectedMarkup(html));
  test("the report closes its elements in order", () => expectBalancedTags(html));
  test("the report has numeric coordinates, and labels for charts", () => expectValidCharts(html));
});

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
  ["en", "Intervals end at 0 and 100:"],
  ["tw", "區間止於 0 與 100："],
  ["cn", "区间止于 0 与 100："],
  ["ja", "区間は 0 と 100 で終わります。"],
] as const)("the report says that intervals of a share end at its limits: %s", (language, sentence) => {
  const { REGRESSION } = MODEL_INFOS;
  const regression = REGRESSION.regression!;
  const share = { ...REGRESSION, regression: { ...regression, interval: { ...regression.interval!, limits: { lower: 0, upper: 100 } } } };
  expect(reportOf(share, language)).toContain(sentence);
  expect(reportOf(REGRESSION, language)).not.toContain(sentence);
});

test.each([
  ["en", ["Predictions are not below 0.", "Predictions are not above 100.", "Predictions stay between 0 and 100."]],
  ["tw", ["預測值不低於 0。", "預測值不高於 100。", "預測值介於 0 與 100 之間。"]],
  ["cn", ["预测值不低于 0。", "预测值不高于 100。", "预测值介于 0 与 100 之间。"]],
  ["ja", ["予測値は 0 を下回りません。", "予測値は 100 を上回りません。", "予測値は 0 から 100 の範囲に収まります。"]],
] as const)("the report says between which limits predictions stay: %s", (language, sentences) => {
  const { REGRESSION } = MODEL_INFOS;
  const withLimits = (limits: { lower?: number; upper?: number }) => ({
    ...REGRESSION,
    regression: { ...REGRESSION.regression!, limits: { ...limits, requested: true, rows_beyond: 0 } },
  });
  [{ lower: 0 }, { upper: 100 }, { lower: 0, upper: 100 }].forEach((limits, i) => {
    expect(reportOf(withLimits(limits), language)).toContain(sentences[i]);
  });
  for (const sentence of sentences) expect(reportOf(REGRESSION, language)).not.toContain(sentence);
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
  ["UTC", ["2024-01-01 18:00", "2024-01-02", "2024-01-02 06:00", "2024-01-02 12:00"]],
  ["Asia/Taipei", ["2024-01-02", "2024-01-02 12:00", "2024-01-03"]],
])("the axis of a forecast has the times of the dataset's zone, as the console: %s", (timezone, times) => {
  const forecast = MODEL_INFOS.series.forecast!;
  const at = (day: number) => `2024-01-0${day}T16:00:00Z`;
  const info = {
    ...MODEL_INFOS.series,
    forecast: { ...forecast, last: { ...forecast.last, time: at(1) }, steps: forecast.steps.map((step) => ({ ...step, time: at(2) })) },
  };
  const html = reportPage({ name: "Oven", dataset: "Oven", timezone, trainedAt: null, info, graph: MODEL_GRAPH });
  const marks = [...html.matchAll(/<text[^>]*>(2024-[^<]*)<\/text>/g)].map(([, text]) => text);
  expect(marks).toEqual(times);
  expect(html).toContain(`Time (${timezone})`);
});

test.each([
  ["en", "rows", ["Limit on false alarms: 5 of 100 normal rows.", "Scores of held-out rows;", "state is “nok”", "95% interval 80% to 97%"]],
  ["en", "alarms", ["Limit on false alarms: 5 of 100 alarms."]],
  ["tw", "rows", ["每 100 個正常列最多 5 個", "state 為「nok」", "95% 區間 80% 至 97%"]],
  ["cn", "alarms", ["每 100 个警报最多 5 个", "state 为“nok”", "95% 区间 80% 至 97%"]],
  ["ja", "rows", ["正常な行 100 件につき 5 件まで", "検証用の行のスコア。", "state が「nok」の行", "95% 区間 80%～97%"]],
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
  const scores = { ...OCC.outlier!.scores, held_out: true as const };
  const info = { ...OCC, record, intervals, outlier: { ...OCC.outlier!, scores, labels } };
  const html = reportPage({ name: "Oven", dataset: "Oven", timezone: "UTC", trainedAt: null, info, graph: MODEL_GRAPH }, language);
  for (const text of texts) expect(html).toContain(text);
});

test.each(["en", "tw", "cn", "ja"] as const)("each table of a report has as many headers as columns: %s", (language) => {
  for (const info of Object.values(MODEL_INFOS)) {
    const html = reportPage(
      { name: "Oven", dataset: "Oven", timezone: "UTC", trainedAt: "2024-05-01T08:00:00Z", info, graph: MODEL_GRAPH },
      language,
    );
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

// @contract reports-are-in-the-language-of-the-user
test.each([
  ["tw", "zh-Hant-TW", ["模型報告", "測試資料", "特徵重要性", "誤差", "建立時間"]],
  ["cn", "zh-Hans-CN", ["模型报告", "留出数据", "特征重要性", "误差", "训练时间"]],
  ["ja", "ja", ["モデルレポート", "検証用の行", "特徴量の重要度", "誤差", "学習日時"]],
] as const)("the report is in the language that is asked for: %s", (language, tag, words) => {
  const model = {
    name: "Oven",
    dataset: "Oven",
    timezone: "UTC",
    trainedAt: "2024-05-01T08:00:00Z",
    info: MODEL_INFOS.REGRESSION,
    graph: MODEL_GRAPH,
  };
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
    {
      code: "unusual_end",
      values: { value: 9.5, time: "2024-05-01T08:00:00Z", lower: 1, upper: 2 },
      message: "The value 9.5 at 2024-05-01T08:00:00Z",
    },
    { code: "dominant_group", values: { groups: "A", share: 0.6123, rmse: 3, rmse_without: 1 }, message: "One group" },
  ];
  const page = (language: Language, timezone: string) =>
    reportPage(
      { name: "Oven", dataset: "Oven", timezone, trainedAt: null, info: { ...MODEL_INFOS.REGRESSION, warnings }, graph: MODEL_GRAPH },
      language,
    );
  expect(page("en", "UTC")).toContain("<li>8 of 406 rows have no target and were left out</li>");
  expect(page("en", "Asia/Taipei")).toContain("<li>The value 9.5 at 2024-05-01 16:00 (Asia/Taipei)</li>");
  const chinese = page("cn", "Asia/Taipei");
  for (const text of ["没有目标值的行已排除", "oven", "40", "2024-05-01 16:00 (Asia/Taipei)", "61%"]) expect(chinese).toContain(text);
  for (const { message } of warnings) expect(chinese).not.toContain(message);
  expect(chinese).not.toContain("{{");
});

test("the report omits what the model does not have", () => {
  const { regression: _, partial_dependence: __, ...info } = MODEL_INFOS.REGRESSION;
  const html = reportPage({
    name: "Plain",
    dataset: "Oven",
    timezone: "UTC",
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
      timezone: "UTC",
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

test("a line may end between the ends of a range, and not within a date", () => {
  const [input] = MODEL_INFOS.REGRESSION.inputs;
  const inputs = [{ ...input!, type: "d" as const, min: 0, max: 86_400_000, typical: 0 }];
  const html = reportOf({ ...MODEL_INFOS.REGRESSION, inputs });
  expect(html).toContain("<td><span>1970-01-01</span> to <span>1970-01-02</span></td>");
  expect(html).toContain('<td class="number"><span>1970-01-01</span></td>');
});
