import type { TableColumn } from "@agatha/contracts";
import { createAutoModelRequest } from "@agatha/contracts/wire";
import type { ColumnOption } from "../../models/training-draft/column-options.js";
import { newTrainingDraft, type TrainingDraft, withTarget } from "../../models/training-draft/draft.js";
import { aDatasetColumn } from "../../testing/answers.js";
import {
  type AutomaticTrainingDraft,
  type AutomaticTrainingProblems,
  anomalyValueOptions,
  candidateCount,
  leavesOutColumns,
  mostClusters,
  newAutomaticTrainingDraft,
  semilabelOptions,
  toAutoModelRequest,
  validateAutomaticTraining,
  withSemilabel,
} from "./draft.js";

function choice(name: string, type: TableColumn["type"], marked = 100): ColumnOption {
  const stats = {
    unique: type === "n" ? 300 : 1,
    missing: 100 - marked,
    top: [{ value: "x", count: marked }],
  };
  return { column: aDatasetColumn({ name, type, stats }), quality: 1, usable: true, labelLike: false };
}
const TWO_NUMBERS: ColumnOption = {
  ...choice("flag", "n"),
  column: aDatasetColumn({ name: "flag", stats: { unique: 2, min: 0, max: 1, histogram: [90, 10] } }),
};
const choices = [choice("yield", "n"), choice("speed", "n"), choice("shift", "s"), choice("odd", "s", 20)];
const place = { choices, rows: 100 };
const predicting = withTarget(newTrainingDraft(choices, "predict"), choices, "yield");
const goal = (name: TrainingDraft["goal"]): TrainingDraft => newTrainingDraft(choices, name);
const automaticDraft = (change: Partial<AutomaticTrainingDraft> = {}): AutomaticTrainingDraft => ({
  ...newAutomaticTrainingDraft("manual"),
  ...change,
});

test.each<[string, TrainingDraft, Partial<AutomaticTrainingDraft>, AutomaticTrainingProblems]>([
  ["a target alone is valid", predicting, {}, {}],
  ["an empty target is an error", goal("predict"), {}, { target: "targetNeeded" }],
  ["new groups without a column that names them are an error", { ...predicting, validationRows: "groups" }, {}, { rows: "groupsNeeded" }],
  ["outliers need no target", goal("outliers"), {}, {}],
  ["chosen columns must include at least one", { ...predicting, columns: [] }, { columns: "chosen" }, { columns: "columnsNeeded" }],
  [
    "the target does not count as a chosen column",
    { ...predicting, columns: ["yield"] },
    { columns: "chosen" },
    { columns: "columnsNeeded" },
  ],
  [
    "the column of known anomalies does not count as a chosen column",
    { ...goal("outliers"), columns: ["odd"] },
    { columns: "chosen", semilabel: "odd" },
    { columns: "columnsNeeded" },
  ],
  [
    "a time series may have no chosen columns",
    { ...predicting, columns: [], series: { ...predicting.series, enabled: true, time: "day" } },
    { columns: "chosen" },
    {},
  ],
  [
    "a time series needs a time column",
    { ...predicting, series: { ...predicting.series, enabled: true } },
    {},
    { series: { time: "timeNeeded" } },
  ],
  ["an empty choice is ignored while training chooses the columns", { ...predicting, columns: [] }, {}, {}],
  ["a limit under half a minute is an error", predicting, { minutes: "0.4" }, { minutes: "minutesRule" }],
  ["a limit over one day is an error", predicting, { minutes: "1441" }, { minutes: "minutesRule" }],
  ["a limit of one day is valid", predicting, { minutes: "1440" }, {}],
  ["a limit of no models is an error", predicting, { models: "0" }, { models: "modelsRule" }],
  ["a limit of more models than the server tries is an error", predicting, { models: "31" }, { models: "modelsRule" }],
  ["half a minute is valid", predicting, { minutes: "0.5" }, {}],
  ["an empty limit is an error", predicting, { minutes: " " }, { minutes: "minutesRule" }],
  ["fewer than 2 clusters are an error", goal("clusters"), { minClusters: "1" }, { minClusters: "clusterCountRule" }],
  [
    "more clusters than a fifth of the rows are an error",
    goal("clusters"),
    { minClusters: "18", maxClusters: "21" },
    { maxClusters: "clusterCountRule" },
  ],
  ["as many clusters as a fifth of the rows are valid", goal("clusters"), { minClusters: "18", maxClusters: "20" }, {}],
  [
    "a range that ends before it begins is an error",
    goal("clusters"),
    { minClusters: "5", maxClusters: "4" },
    { maxClusters: "clusterCountOrder" },
  ],
  [
    "a range of more than five numbers is an error",
    goal("clusters"),
    { minClusters: "2", maxClusters: "7" },
    { maxClusters: "clusterCountMany" },
  ],
  ["numbers of clusters are ignored for other goals", predicting, { minClusters: "1" }, {}],
  [
    "a share over 100 % is an error",
    goal("outliers"),
    { semilabel: "odd", maxFlaggedPercent: "101" },
    { maxFlaggedPercent: "flaggedRule" },
  ],
  [
    "a share that is not a number is an error",
    goal("outliers"),
    { semilabel: "odd", maxFlaggedPercent: "few" },
    { maxFlaggedPercent: "flaggedRule" },
  ],
  [
    "a budget of no false alarms is an error",
    goal("outliers"),
    { falseAlarms: { of: "rows", atMost: "0", outOf: "100" } },
    { falseAlarms: "falseAlarmsRule" },
  ],
  [
    "a budget of more than every second row is an error",
    goal("outliers"),
    { falseAlarms: { of: "rows", atMost: "51", outOf: "100" } },
    { falseAlarms: "falseAlarmsRule" },
  ],
  ["a budget is ignored until it is chosen", goal("outliers"), { falseAlarms: { of: "none", atMost: "", outOf: "" } }, {}],
  ["the share is ignored without known anomalies", goal("outliers"), { maxFlaggedPercent: "few" }, {}],
  [
    "the share is ignored beside a budget out of alarms",
    goal("outliers"),
    { semilabel: "odd", maxFlaggedPercent: "few", falseAlarms: { of: "alarms", atMost: "1", outOf: "10" } },
    {},
  ],
  // @contract the-page-of-an-automatic-training-sends
])("validation of an automatic training: %s", (_sentence, draft, change, problems) => {
  expect(validateAutomaticTraining(draft, automaticDraft(change), place)).toEqual(problems);
});

test("at most 50 clusters are tried", () => {
  expect(
    validateAutomaticTraining(goal("clusters"), automaticDraft({ minClusters: "50", maxClusters: "51" }), { choices, rows: 9000 }),
  ).toEqual({
    maxClusters: "clusterCountRule",
  });
});

test.each([
  [16, "3"],
  [29, "5"],
  [9000, "6"],
])("the largest number of clusters goes by the %d rows in use until it is entered", (rows, most) => {
  const untouched = automaticDraft();
  expect(mostClusters(untouched, rows)).toBe(most);
  expect(validateAutomaticTraining(goal("clusters"), untouched, { choices, rows })).toEqual({});
  expect(toAutoModelRequest(goal("clusters"), untouched, { choices, rows }).clusters?.at(-1)).toBe(Number(most));
  expect(mostClusters(automaticDraft({ maxClusters: "4" }), rows)).toBe("4");
});

test("fewer rows than two clusters need are an error", () => {
  const untouched = automaticDraft();
  expect(validateAutomaticTraining(goal("clusters"), untouched, { ...place, rows: 9 })).toEqual({ minClusters: "clusterCountRows" });
  expect(validateAutomaticTraining(goal("clusters"), untouched, { ...place, rows: 10 })).toEqual({});
});

// @contract the-page-of-an-automatic-training-sends
test("a column can mark known anomalies if it holds text in at least five rows and is empty in at least five, has two values, or is computed", () => {
  const offered = semilabelOptions([
    choice("few", "s", 4),
    choice("enough", "s", 5),
    choice("all", "s", 96),
    choice("number", "n", 20),
    TWO_NUMBERS,
    { ...choice("computed", "n"), edited: "values" },
    { ...choice("moment", "d"), edited: "values" },
  ]);
  expect(offered.map(({ column }) => column.name)).toEqual(["enough", "flag", "computed"]);
});

test("the rarer of two values is the odd one until another is chosen", () => {
  expect(anomalyValueOptions(TWO_NUMBERS)).toEqual(["0", "1"]);
  expect(withSemilabel(automaticDraft(), TWO_NUMBERS)).toMatchObject({ semilabel: "flag", anomalyValue: "1", otherRows: "unknown" });
  expect(withSemilabel(automaticDraft({ semilabel: "flag", anomalyValue: "1" }), null)).toMatchObject({
    semilabel: null,
    anomalyValue: null,
  });
  expect(anomalyValueOptions(choices[3]!)).toEqual([null, "x"]);
});

test.each<[string, TrainingDraft, Partial<AutomaticTrainingDraft>, object]>([
  [
    "a target, and the choice of columns left to the server",
    predicting,
    { minutes: "5" },
    {
      mode: "AUTO_REGRESSION",
      model_type: "REGRESSION",
      response: "yield",
      validation: { rows: "auto" },
      rank_by: "recommended",
      limit: { seconds: 300, models: 20 },
      enabling: "manual",
    },
  ],
  [
    "rows of known groups, with what names the groups",
    { ...predicting, validationRows: "random" },
    {},
    {
      mode: "AUTO_REGRESSION",
      model_type: "REGRESSION",
      response: "yield",
      validation: { rows: "random", groupColumns: ["speed"] },
      rank_by: "recommended",
      limit: { seconds: 600, models: 20 },
      enabling: "manual",
    },
  ],
  [
    "columns that the user names, of new groups",
    { ...predicting, validationRows: "groups", groupColumns: ["speed"] },
    {},
    {
      mode: "AUTO_REGRESSION",
      model_type: "REGRESSION",
      response: "yield",
      validation: { rows: "groups", groupColumns: ["speed"] },
      rank_by: "recommended",
      limit: { seconds: 600, models: 20 },
      enabling: "manual",
    },
  ],
  [
    "the periods of a time series",
    {
      ...predicting,
      series: { enabled: true, time: "day", seriesColumn: null, sums: null, knownAhead: [], lags: "3", horizon: "7", cutoffs: "" },
    },
    {},
    {
      mode: "AUTO_REGRESSION",
      model_type: "REGRESSION",
      response: "yield",
      time_series_params: { time: "day", lags: 3, horizon: 7 },
      rank_by: "recommended",
      limit: { seconds: 600, models: 20 },
      enabling: "manual",
    },
  ],
  [
    "chosen columns, the quick mode and a limit of half a minute",
    { ...predicting, columns: ["speed", "yield"] },
    { columns: "chosen", effort: "quick", enabling: "first", minutes: "0.5" },
    {
      mode: "AUTO_MINIMUM",
      model_type: "REGRESSION",
      response: "yield",
      columns: ["speed"],
      validation: { rows: "auto" },
      rank_by: "recommended",
      limit: { seconds: 30, models: 20 },
      enabling: "first",
    },
  ],
  [
    "clusters with their numbers",
    goal("clusters"),
    { minClusters: "3", maxClusters: "5" },
    {
      mode: "AUTO_CLUSTER",
      model_type: "CLUSTERING",
      clusters: [3, 4, 5],
      rank_by: "recommended",
      limit: { seconds: 600, models: 20 },
      enabling: "manual",
    },
  ],
  [
    "outliers with a column of known anomalies that is not an input",
    goal("outliers"),
    {
      semilabel: "odd",
      anomalyValue: "x",
      otherRows: "normal",
      maxFlaggedPercent: "5",
      columns: "chosen",
      falseAlarms: { of: "rows", atMost: "2", outOf: "5000" },
    },
    {
      mode: "AUTO_OCC",
      model_type: "OCC",
      columns: ["yield", "speed", "shift"],
      semilabel: "odd",
      anomaly_value: "x",
      validation: { rows: "auto" },
      other_rows: "normal",
      max_fpr: 0.05,
      false_alarms: { atMost: 2, outOf: 5000, of: "rows" },
      rank_by: "recommended",
      limit: { seconds: 600, models: 20 },
      enabling: "manual",
    },
  ],
  [
    "a budget out of alarms, and beside it no share of flagged rows",
    goal("outliers"),
    { semilabel: "odd", maxFlaggedPercent: "5", falseAlarms: { of: "alarms", atMost: "1", outOf: "10" } },
    {
      mode: "AUTO_OCC",
      model_type: "OCC",
      semilabel: "odd",
      validation: { rows: "auto" },
      other_rows: "unknown",
      false_alarms: { atMost: 1, outOf: 10, of: "alarms" },
      rank_by: "recommended",
      limit: { seconds: 600, models: 20 },
      enabling: "manual",
    },
  ],
])("the request has %s", (_sentence, draft, change, request) => {
  const structure = { kind: "identifier" as const, groupColumns: ["speed"], groups: 10, sharing: 1 };
  const sent = toAutoModelRequest(draft, automaticDraft(change), { ...place, structure });
  expect(sent).toEqual(request);
  expect(createAutoModelRequest.parse(sent)).toMatchObject(request);
});

test("the number of models to try is known before the start", () => {
  expect(candidateCount(predicting, automaticDraft({ effort: "quick" }), place)).toBe(3);
  expect(candidateCount(predicting, automaticDraft(), place)).toBe(12);
  const stats = { min: 40, mean: 105, std: 38, quantiles: [40, 75, 93, 126, 230] };
  const skewed = place.choices.map((choice) => ({ ...choice, column: { ...choice.column, stats: { ...choice.column.stats, ...stats } } }));
  expect(candidateCount(predicting, automaticDraft(), { ...place, choices: skewed })).toBe(14);
  const series = { ...predicting.series, enabled: true, time: "day" };
  // A series also has seven forecasters, and no boosting with shallow trees. Its outliers are found by one algorithm.
  expect(candidateCount({ ...predicting, series }, automaticDraft(), place)).toBe(18);
  expect(candidateCount({ ...goal("outliers"), series }, automaticDraft(), place)).toBe(1);
  // Three methods, each with 2 and 3 clusters.
  expect(candidateCount(goal("clusters"), automaticDraft({ minClusters: "2", maxClusters: "3" }), place)).toBe(6);
});

test("columns are left out where some were chosen, and not all that are offered", () => {
  const without = { ...predicting, columns: ["speed", "shift"] };
  expect(leavesOutColumns(without, automaticDraft(), choices)).toBe(false);
  expect(leavesOutColumns(without, automaticDraft({ columns: "chosen" }), choices)).toBe(true);
  expect(leavesOutColumns({ ...without, columns: ["speed", "shift", "odd"] }, automaticDraft({ columns: "chosen" }), choices)).toBe(false);
});
