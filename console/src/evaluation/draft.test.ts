import { MOST_EVALUATED } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import {
  comparableOf,
  type DraftProblems,
  type EvaluationDraft,
  fileProblem,
  joinProblem,
  LONGEST_NAME,
  MOST_COMPARED,
  newDraft,
  problemsOf,
  requestOf,
  usesExtraction,
} from "./draft.js";
import type { ColumnProblem } from "./mapping.js";

const aModel = (id: string, change: Partial<ModelAnswer> = {}) =>
  ({ id, model_type: "REGRESSION", response: "yield", status: "success", use_extraction: false, ...change }) as ModelAnswer;
const linear = aModel("linear");
const trees = aModel("trees");
const models = [linear, trees];
const rows = new File(["a\n1"], "later.csv");
const draft = (change: Partial<EvaluationDraft> = {}): EvaluationDraft => ({
  ...newDraft(models, ["linear", "trees"]),
  file: rows,
  ...change,
});
const missing: ColumnProblem[] = [{ column: "speed", kind: "missing" }];

test.each([
  ["one that predicts the same", [linear], trees, undefined],
  ["one that is still being trained", [linear], aModel("m", { status: "fitting" }), undefined],
  ["the first one, whatever it does", [], aModel("m", { model_type: "OCC", response: null }), undefined],
  ["one that is chosen already", [linear], linear, undefined],
  ["one whose training failed", [], aModel("m", { status: "fitting_fail" }), "failed"],
  ["one that failed", [linear], aModel("m", { status: "fail" }), "failed"],
  ["one of another kind", [linear], aModel("m", { model_type: "CLASSIFICATION" }), "otherKind"],
  ["one with another target", [linear], aModel("m", { response: "speed" }), "otherTarget"],
  ["one more than can be", Array.from({ length: MOST_COMPARED }, (_, i) => aModel(`m${i}`)), aModel("m"), "full"],
] as const)("compared with those chosen: %s", (_sentence, chosen, model, problem) => {
  expect(joinProblem(chosen, model)).toBe(problem);
});

test("as many are compared at once as the server does", () => {
  expect(MOST_COMPARED).toBe(MOST_EVALUATED);
});

test("models that an address asks for begin the comparison, but for those that are gone or answer something else", () => {
  const other = aModel("other", { response: "speed" });
  expect(comparableOf([...models, other], ["trees", "gone", "other", "linear", "trees"])).toEqual([trees, linear]);
});

test.each<[string, Partial<EvaluationDraft>, DraftProblems]>([
  ["models and a file are enough", {}, {}],
  ["there has to be a model", { models: [] }, { models: "modelsNeeded" }],
  ["there has to be a file", { file: null }, { test: "fileNeeded" }],
  ["a file of another kind is not sent", { file: new File(["a"], "later.parquet") }, { test: "fileKind" }],
  ["an empty file is not sent", { file: new File([], "later.csv") }, { test: "fileEmpty" }],
  ["a dataset is chosen where one is wanted", { source: "dataset" }, { test: "datasetNeeded" }],
  ["a dataset that fits one of the models is enough", { source: "dataset", testDatasetId: "fits-trees" }, {}],
  ["a name of a column is not endless", { label: "x".repeat(LONGEST_NAME + 1) }, { label: "labelLong" }],
])("before anything is sent: %s", (_sentence, change, problems) => {
  expect(problemsOf(draft(change), { mapping: new Map([["linear", missing]]) })).toEqual(problems);
});

test("a dataset that fits none of the models is not sent", () => {
  const mapping = new Map([
    ["linear", missing],
    ["trees", missing],
  ]);
  expect(problemsOf(draft({ source: "dataset", testDatasetId: "other" }), { mapping })).toEqual({ test: "nothingMatches" });
});

test("endings are told apart in any case", () => {
  expect(fileProblem({ name: "LATER.XLSX", size: 1 })).toBeUndefined();
});

test.each([
  ["as none of the models learned so", models, 1, null, false],
  ["as all of them learned so", models.map((model) => ({ ...model, use_extraction: true })), 1, null, true],
  ["because it was asked for", models, 1, true, true],
  ["not where no entry is enabled", models, 0, true, false],
])("test rows go through the edit history %s", (_sentence, all, enabledEntries, useExtraction, expected) => {
  expect(usesExtraction(draft({ useExtraction }), { models: all, enabledEntries })).toBe(expected);
});

test("what is sent names the models, and the dataset only where one was chosen", () => {
  const place = { models, enabledEntries: 0 };
  expect(requestOf(draft({ testDatasetId: "d2", label: "anomaly" }), place)).toEqual({
    model_id_list: ["linear", "trees"],
    use_extraction: false,
  });
  expect(requestOf(draft({ source: "dataset", testDatasetId: "d2" }), place)).toMatchObject({ test_dataset_id: "d2" });
});

test("the column of known anomalies is sent for detectors", () => {
  const forest = aModel("forest", { model_type: "OCC", response: null });
  const asked = { ...newDraft([forest], ["forest"]), label: " anomaly " };
  expect(requestOf(asked, { models: [forest], enabledEntries: 0 })).toMatchObject({ response: "anomaly" });
});
