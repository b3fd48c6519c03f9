import type { ModelAnswer } from "@agatha/contracts/wire";
import type { ColumnMismatch } from "../input/column-mismatches.js";
import {
  appliesEdits,
  type DraftProblems,
  draftProblems,
  type EvaluationDraft,
  evaluationRequestOf,
  fileProblem,
  MAX_COLUMN_NAME_LENGTH,
  newEvaluationDraft,
} from "./evaluation-draft.js";

const aModel = (id: string, change: Partial<ModelAnswer> = {}) =>
  ({ id, model_type: "REGRESSION", response: "yield", status: "success", use_extraction: false, ...change }) as ModelAnswer;
const linear = aModel("linear");
const trees = aModel("trees");
const models = [linear, trees];
const rows = new File(["a\n1"], "later.csv");
const draft = (change: Partial<EvaluationDraft> = {}): EvaluationDraft => ({
  ...newEvaluationDraft(models, ["linear", "trees"]),
  file: rows,
  ...change,
});
const missing: ColumnMismatch[] = [{ column: "speed", kind: "missing" }];

test.each<[string, Partial<EvaluationDraft>, DraftProblems]>([
  ["models and a file are valid", {}, {}],
  ["an empty list of models is an error", { models: [] }, { models: "modelsNeeded" }],
  ["an empty file field is an error", { file: null }, { input: "fileNeeded" }],
  ["a file of an unsupported type is an error", { file: new File(["a"], "later.parquet") }, { input: "fileKind" }],
  ["a file without bytes is an error", { file: new File([], "later.csv") }, { input: "fileEmpty" }],
  ["an empty dataset field is an error", { source: "dataset" }, { input: "datasetNeeded" }],
  ["a dataset that fits one of the models is valid", { source: "dataset", inputDatasetId: "fits-trees" }, {}],
  ["a column name over the limit is an error", { label: "x".repeat(MAX_COLUMN_NAME_LENGTH + 1) }, { label: "labelLong" }],
  // @contract the-page-of-a-new-comparison-sends
])("validation of a comparison: %s", (_sentence, change, problems) => {
  expect(draftProblems(draft(change), { mismatches: new Map([["linear", missing]]) })).toEqual(problems);
});

// @contract the-page-of-a-new-comparison-sends
test("a dataset that matches none of the models is not sent", () => {
  const mismatches = new Map([
    ["linear", missing],
    ["trees", missing],
  ]);
  expect(draftProblems(draft({ source: "dataset", inputDatasetId: "other" }), { mismatches })).toEqual({ input: "nothingMatches" });
});

test("file extensions match in any case", () => {
  expect(fileProblem({ name: "LATER.XLSX", size: 1 })).toBeUndefined();
});

test.each([
  ["not by default if no model was trained on edited rows", models, 1, null, false],
  ["by default if all models were trained on edited rows", models.map((model) => ({ ...model, use_extraction: true })), 1, null, true],
  ["if the user asks for it", models, 1, true, true],
  ["not if no step is enabled", models, 0, true, false],
])("the edit history is applied to test rows: %s", (_sentence, all, enabledSteps, applyEdits, expected) => {
  expect(appliesEdits(draft({ applyEdits }), { models: all, enabledSteps })).toBe(expected);
});

test("the request names the models, and the dataset only if one was chosen", () => {
  const place = { models, enabledSteps: 0 };
  expect(evaluationRequestOf(draft({ inputDatasetId: "d2", label: "anomaly" }), place)).toEqual({
    model_id_list: ["linear", "trees"],
    use_extraction: false,
  });
  expect(evaluationRequestOf(draft({ source: "dataset", inputDatasetId: "d2" }), place)).toMatchObject({ test_dataset_id: "d2" });
});

test("the column of known anomalies is sent for outlier detectors", () => {
  const forest = aModel("forest", { model_type: "OCC", response: null });
  const asked = { ...newEvaluationDraft([forest], ["forest"]), label: " anomaly " };
  expect(evaluationRequestOf(asked, { models: [forest], enabledSteps: 0 })).toMatchObject({ response: "anomaly" });
});
