import type { ModelInfo, ModelWarning } from "@agatha/contracts";
import { PERFORMANCE_TEXTS } from "@agatha/contracts/ranking/performance-texts";
import { REPORT_TEXTS } from "./languages/index.js";
import { reportPage } from "./page.js";
import { MODEL_GRAPH, MODEL_INFOS } from "./testing/model-infos.js";
import { report, reportOf, tableCells } from "./testing/report-html.js";

test.each([
  ["en", "New groups", "Known groups", "Whole groups of batch&#60;1> were held out (40 in all)"],
  ["ja", "新しいグループ", "既知のグループ", "batch&#60;1> のグループ全体を検証用に残しました（全 40 グループ）"],
] as const)("a report of a model for new groups tells the held-out groups, and the figures of known ones: %s", (language, ...texts) => {
  const { REGRESSION } = MODEL_INFOS;
  const other = { rows: "random", heldOutRows: 80, indicators: { RMSE: 0.4567 } } as const;
  const validation = { ...REGRESSION.validation, rows: "groups", groupColumns: ["batch<1>"], groups: 40, other } as const;
  const info = { ...REGRESSION, validation: { ...validation, groupColumns: [...validation.groupColumns] } };
  const html = reportPage({ name: "Oven", dataset: "Oven", timezone: "UTC", trainedAt: null, info, graph: MODEL_GRAPH }, language);
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
  const html = reportPage({ name: "Oven", dataset: "Oven", timezone: "UTC", trainedAt: null, info, graph: MODEL_GRAPH });
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
  const html = reportPage({ name: "Oven", dataset: "Oven", timezone: "UTC", trainedAt: null, info, graph: MODEL_GRAPH });
  expect(html).toContain("Silhouette score");
  expect(html).not.toContain("True positive rate");
});

test("a report tells that a model whose wrong answers have costs is compared by them", () => {
  const figures = { indicators: { Accuracy: 0.7, cost: 0.2 }, baseline: { Accuracy: 0.94, cost: 0.5 } };
  const { verdict, baselineCost } = PERFORMANCE_TEXTS.en;
  for (const text of [verdict.better, baselineCost]) expect(reportOf({ ...MODEL_INFOS.CLASSIFICATION, ...figures }, "en")).toContain(text);
  expect(reportOf(MODEL_INFOS.CLASSIFICATION, "en")).not.toContain(baselineCost);
});

test("a report tells that a forecast is compared by MASE, also where no figure has an interval", () => {
  const { verdict, baselineForecast } = PERFORMANCE_TEXTS.en;
  const figures = { indicators: { RMSE: 5, MASE: 0.8 }, baseline: { RMSE: 9, MASE: 1.2 }, baseline_differences: {}, intervals: {} };
  const html = reportOf({ ...MODEL_INFOS.REGRESSION, ...figures }, "en");
  for (const text of [verdict.unclear, baselineForecast]) expect(html).toContain(text);
  const intervals = { MASE: { lower: 0.5, upper: 1 } };
  expect(reportOf({ ...MODEL_INFOS.REGRESSION, ...figures, baseline: { RMSE: 9 }, intervals }, "en")).not.toContain(baselineForecast);
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
  const html = reportPage({ name: "Oven", dataset: "Oven", timezone: "UTC", trainedAt: null, info, graph: MODEL_GRAPH });
  const cells = tableCells(html).join(" ");
  expect(cells).toContain("Metric New groups 95% interval ± over folds Training rows Known groups 95% interval Baseline 95% interval");
  expect(cells).toContain("RMSE 1.5 1.25 to 1.75 – 1 1.125 1 to 1.2 3 2.5 to 3.5");
  expect(cells).toContain("1.625 (1.5 to 1.75)");
});

test("the error tables count rows from 1", () => {
  expect(tableCells(report("REGRESSION")).join(" ")).toContain("Row Actual Predicted Error 5 3 1 2");
  expect(tableCells(report("OCC")).join(" ")).toContain("Row Score 42 0.9");
});

const decided = (beforeDecision: boolean) =>
  reportPage({
    name: "Oven",
    dataset: "Oven",
    timezone: "UTC",
    trainedAt: null,
    info: MODEL_INFOS.CLASSIFICATION,
    graph: MODEL_GRAPH,
    beforeDecision,
  });

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
  const html = reportPage({ name: "Oven", dataset: "Oven", timezone: "UTC", trainedAt: null, info: told, graph: MODEL_GRAPH });
  expect(html).toContain(`bootstrap over ${units}.`);
});
