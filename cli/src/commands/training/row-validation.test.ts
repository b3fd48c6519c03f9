import type { ModelInfo } from "@agatha/contracts";
import { figuresByRows, validationFields } from "./row-validation.js";

test.each([
  ["random", "groups", "known groups", "new groups"],
  ["groups", "random", "new groups", "known groups"],
  ["time", "random", "later rows", "random rows"],
] as const)("a model that held out rows by %s tells for which rows its figures hold, and the others", (rows, other, held, others) => {
  const intervals = { RMSE: { lower: 1, upper: 3 } };
  const validation = { rows, other: { rows: other, heldOutRows: 100, indicators: { RMSE: 2 }, intervals } } as ModelInfo["validation"];
  expect(figuresByRows(validation)).toEqual({ figures_for: held, other: { figures_for: others, indicators: { RMSE: 2 }, intervals } });
});

test("a model that held out the latest groups tells that its figures hold for later groups", () => {
  const other = { rows: "random", heldOutRows: 100, indicators: {} };
  expect(figuresByRows({ rows: "time", groups: 40, other } as ModelInfo["validation"])).toMatchObject({
    figures_for: "later groups",
    other: { figures_for: "random rows" },
  });
});

test("group columns and a time column together ask for later groups", () => {
  const asked = validationFields({ "group-columns": "line,batch", "time-column": "at" }, undefined);
  expect(asked).toEqual({ rows: "time", groupColumns: ["line", "batch"], timeColumn: "at" });
});

test("a model with figures of one kind of rows tells no others", () => {
  expect(figuresByRows({ method: "holdout", folds: 1, trainRows: 80, heldOutRows: 20 })).toEqual({});
});
