import type { EvaluationByModelAnswer } from "@agatha/contracts/wire";
import { anEvaluatedModel } from "../../../testing/answers.js";
import { knownRowsDecide, modelsThatKnowRows } from "./known-rows.js";

type Known = NonNullable<EvaluationByModelAnswer["known"]>;
const BETTER = { RMSE: { lower: -9, upper: -5 } };
const UNCLEAR = { RMSE: { lower: -9, upper: 2 } };

/** Model with an RMSE on all 100 test rows and, if it knows some, on the others. */
const line = (id: string, RMSE: number, newRows?: { RMSE: number; rows?: number; differences?: typeof BETTER }) => {
  const known: Known = newRows
    ? {
        rows: 40,
        groups: 0,
        new_rows: {
          rows: newRows.rows ?? 60,
          indicators: { RMSE: newRows.RMSE },
          intervals: {},
          baseline_differences: newRows.differences ?? BETTER,
        },
      }
    : { rows: 0, groups: 0 };
  return { id, status: "success", indicators: { RMSE }, baseline_differences: BETTER, rows: 100, known } as EvaluationByModelAnswer;
};

test.each([
  ["no row is known", [line("a", 1), line("b", 2)], false],
  ["the same model is the best on the new rows", [line("a", 1, { RMSE: 2 }), line("b", 2, { RMSE: 3 })], false],
  ["another model is the best on the new rows", [line("a", 1, { RMSE: 4 }), line("b", 2, { RMSE: 3 })], true],
  ["the best is clearly better than a trivial guess only with them", [line("a", 1, { RMSE: 2, differences: UNCLEAR })], true],
  ["no new row is left", [line("a", 1, { RMSE: 2, rows: 0 })], true],
])("whether known rows decide the verdict: %s", (_which, ranked, decide) => {
  expect(knownRowsDecide("REGRESSION", ranked)).toBe(decide);
});

const detector = (id: string, found: number, newRows: { rows: number; found: number }) =>
  anEvaluatedModel({
    id,
    indicators: { true_positive: found },
    baseline_differences: {},
    rows: 300,
    known: {
      rows: 300 - newRows.rows,
      groups: 300,
      new_rows: { rows: newRows.rows, indicators: { true_positive: newRows.found }, intervals: {}, baseline_differences: {} },
    },
  });

test.each([
  ["no new row is left", [detector("a", 0.9, { rows: 0, found: 0 })], true],
  [
    "another finds more on the new rows",
    [detector("a", 0.9, { rows: 50, found: 0.5 }), detector("b", 0.8, { rows: 50, found: 0.8 })],
    true,
  ],
  [
    "the same finds more on the new rows",
    [detector("a", 0.9, { rows: 50, found: 0.9 }), detector("b", 0.8, { rows: 50, found: 0.8 })],
    false,
  ],
])("whether known rows decide the verdict on outlier detectors: %s", (_which, ranked, decide) => {
  expect(knownRowsDecide("OCC", ranked)).toBe(decide);
});

test("only models that know test rows are named", () => {
  expect(modelsThatKnowRows([line("a", 1), line("b", 2, { RMSE: 3 })]).map(({ id }) => id)).toEqual(["b"]);
});
