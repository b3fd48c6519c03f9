import type { TableColumn } from "@agatha/contracts";
import { createAutoModelRequest } from "@agatha/contracts/wire";
import type { ColumnOption } from "../models/new-model/column-options.js";
import { type ModelDraft, newModelDraft, withTarget } from "../models/new-model/draft.js";
import {
  type AutomaticTrainingDraft,
  type AutomaticTrainingProblems,
  candidateCount,
  newAutomaticTrainingDraft,
  semilabelOptions,
  toAutoModelRequest,
  validateAutomaticTraining,
} from "./draft.js";

function choice(name: string, type: TableColumn["type"], marked = 100): ColumnOption {
  const stats = { unique: type === "n" ? 300 : 1, missing: 100 - marked, top: [{ value: "x", count: marked }] };
  return { column: { name, label: name, uid: name, type, stats } as unknown as TableColumn, quality: 1, usable: true };
}
const choices = [choice("yield", "n"), choice("speed", "n"), choice("shift", "s"), choice("odd", "s", 20)];
const place = { choices, rows: 100 };
const predicting = withTarget(newModelDraft(choices, "predict"), choices, "yield");
const goal = (name: ModelDraft["goal"]): ModelDraft => newModelDraft(choices, name);
const automaticDraft = (change: Partial<AutomaticTrainingDraft> = {}): AutomaticTrainingDraft => ({
  ...newAutomaticTrainingDraft("manual", 100),
  ...change,
});

test.each<[string, ModelDraft, Partial<AutomaticTrainingDraft>, AutomaticTrainingProblems]>([
  ["a target is enough", predicting, {}, {}],
  ["a target must be set", goal("predict"), {}, { target: "targetNeeded" }],
  ["outliers need no target", goal("outliers"), {}, {}],
  ["of chosen columns there is at least one", { ...predicting, columns: [] }, { columns: "chosen" }, { columns: "columnsNeeded" }],
  ["the target itself is none", { ...predicting, columns: ["yield"] }, { columns: "chosen" }, { columns: "columnsNeeded" }],
  [
    "what marks anomalies is none",
    { ...goal("outliers"), columns: ["odd"] },
    { columns: "chosen", semilabel: "odd" },
    { columns: "columnsNeeded" },
  ],
  [
    "of a time series there may be none",
    { ...predicting, columns: [], series: { ...predicting.series, enabled: true, time: "day" } },
    { columns: "chosen" },
    {},
  ],
  [
    "a time series has a time column",
    { ...predicting, series: { ...predicting.series, enabled: true } },
    {},
    { series: { time: "timeNeeded" } },
  ],
  ["whose choice is left to the training they do not matter", { ...predicting, columns: [] }, {}, {}],
  ["time is at least a minute", predicting, { minutes: "0" }, { minutes: "minutesRule" }],
  ["time is at most a day", predicting, { minutes: "1441" }, { minutes: "minutesRule" }],
  ["a day is allowed", predicting, { minutes: "1440" }, {}],
  ["minutes are whole", predicting, { minutes: "1.5" }, { minutes: "minutesRule" }],
  ["minutes are entered", predicting, { minutes: " " }, { minutes: "minutesRule" }],
  ["groups are at least 2", goal("groups"), { minClusters: "1" }, { minClusters: "groupsRule" }],
  ["groups are at most a fifth of the rows", goal("groups"), { minClusters: "18", maxClusters: "21" }, { maxClusters: "groupsRule" }],
  ["a fifth of the rows is allowed", goal("groups"), { minClusters: "18", maxClusters: "20" }, {}],
  ["a range begins before it ends", goal("groups"), { minClusters: "5", maxClusters: "4" }, { maxClusters: "groupsOrder" }],
  ["a range has at most five numbers", goal("groups"), { minClusters: "2", maxClusters: "7" }, { maxClusters: "groupsMany" }],
  ["groups do not matter to another goal", predicting, { minClusters: "1" }, {}],
  ["a share is at most 100 %", goal("outliers"), { semilabel: "odd", maxFlaggedPercent: "101" }, { maxFlaggedPercent: "flaggedRule" }],
  ["a share is a number", goal("outliers"), { semilabel: "odd", maxFlaggedPercent: "few" }, { maxFlaggedPercent: "flaggedRule" }],
  ["a share does not matter without known anomalies", goal("outliers"), { maxFlaggedPercent: "few" }, {}],
  // @contract the-page-of-an-automatic-training-sends
])("validation of an automatic training: %s", (_sentence, draft, change, problems) => {
  expect(validateAutomaticTraining(draft, automaticDraft(change), place)).toEqual(problems);
});

test("at most 50 groups are tried", () => {
  expect(
    validateAutomaticTraining(goal("groups"), automaticDraft({ minClusters: "50", maxClusters: "51" }), { choices, rows: 9000 }),
  ).toEqual({
    maxClusters: "groupsRule",
  });
});

test("for a table of few rows the draft starts with as many groups as the table allows", () => {
  expect(newAutomaticTrainingDraft("manual", 16)).toMatchObject({ minClusters: "2", maxClusters: "3" });
  expect(newAutomaticTrainingDraft("manual", 9000)).toMatchObject({ minClusters: "2", maxClusters: "6" });
});

// @contract the-page-of-an-automatic-training-sends
test("a column can mark known anomalies if it holds text in at least five rows and is empty in at least five", () => {
  const offered = semilabelOptions([choice("few", "s", 4), choice("enough", "s", 5), choice("all", "s", 96), choice("number", "n", 20)]);
  expect(offered.map(({ column }) => column.name)).toEqual(["enough"]);
});

test.each<[string, ModelDraft, Partial<AutomaticTrainingDraft>, object]>([
  [
    "a target, and the choice of columns left to the server",
    predicting,
    { minutes: "5" },
    { mode: "AUTO_REGRESSION", model_type: "REGRESSION", response: "yield", limit: { seconds: 300 }, enabling: "manual" },
  ],
  [
    "the periods of a time series",
    { ...predicting, series: { enabled: true, time: "day", lags: "3", horizon: "7" } },
    {},
    {
      mode: "AUTO_REGRESSION",
      model_type: "REGRESSION",
      response: "yield",
      time_series_params: { time: "day", lags: 3, horizon: 7 },
      limit: { seconds: 600 },
      enabling: "manual",
    },
  ],
  [
    "chosen columns, quickly",
    { ...predicting, columns: ["speed", "yield"] },
    { columns: "chosen", effort: "quick", enabling: "first" },
    {
      mode: "AUTO_MINIMUM",
      model_type: "REGRESSION",
      response: "yield",
      columns: ["speed"],
      limit: { seconds: 600 },
      enabling: "first",
    },
  ],
  [
    "groups with their numbers",
    goal("groups"),
    { minClusters: "3", maxClusters: "5" },
    { mode: "AUTO_CLUSTER", model_type: "CLUSTERING", clusters: [3, 4, 5], limit: { seconds: 600 }, enabling: "manual" },
  ],
  [
    "outliers with known anomalies, which are not learned from",
    goal("outliers"),
    { semilabel: "odd", maxFlaggedPercent: "5", columns: "chosen" },
    {
      mode: "AUTO_OCC",
      model_type: "OCC",
      columns: ["yield", "speed", "shift"],
      semilabel: "odd",
      max_fpr: 0.05,
      limit: { seconds: 600 },
      enabling: "manual",
    },
  ],
])("the request has %s", (_sentence, draft, change, request) => {
  const sent = toAutoModelRequest(draft, automaticDraft(change), place);
  expect(sent).toEqual(request);
  expect(createAutoModelRequest.parse(sent)).toMatchObject(request);
});

test("the number of models to try is known before the start", () => {
  expect(candidateCount(predicting, automaticDraft({ effort: "quick" }), 100)).toBe(3);
  expect(candidateCount(predicting, automaticDraft(), 100)).toBe(11);
  // Three methods, each with 2 and 3 groups.
  expect(candidateCount(goal("groups"), automaticDraft({ minClusters: "2", maxClusters: "3" }), 100)).toBe(6);
});
