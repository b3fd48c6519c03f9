import type { ModelInfo } from "@agatha/contracts";
import { figuresByRows } from "./row-validation.js";

test.each([
  ["random", "groups", "known groups", "new groups"],
  ["groups", "random", "new groups", "known groups"],
  ["time", "random", "later rows", "random rows"],
] as const)("a model that held out rows by %s tells for which rows its figures hold, and the others", (rows, other, held, others) => {
  const intervals = { RMSE: { lower: 1, upper: 3 } };
  const validation = { rows, other: { rows: other, heldOutRows: 100, indicators: { RMSE: 2 }, intervals } } as ModelInfo["validation"];
  expect(figuresByRows(validation)).toEqual({ figures_for: held, other: { figures_for: others, indicators: { RMSE: 2 }, intervals } });
});

test("a model with figures of one kind of rows tells no others", () => {
  expect(figuresByRows({ method: "holdout", folds: 1, trainRows: 80, heldOutRows: 20 })).toEqual({});
});
