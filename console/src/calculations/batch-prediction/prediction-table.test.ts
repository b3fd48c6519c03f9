import { predictionTable } from "./prediction-table.js";

const table = (result: Parameters<typeof predictionTable>[0]) =>
  predictionTable(
    result,
    { response: "temp_max" },
    (key) => key,
    (names) => names.join(", "),
  );

test("a row without a prediction says why", () => {
  const warning = [null, "The rows do not have the values before this one"];
  const { columns, rows } = table({ value: [12.5, null], outside: [["wind"], []], warning });
  expect(columns.slice(-2)).toEqual(["batch.result.beyond", "batch.result.warning"]);
  expect(rows).toEqual([
    [1, 12.5, "wind", null],
    [2, null, null, warning[1]],
  ]);
});

test("a row without an answer has no probability, which JSON has as null", () => {
  const received = JSON.parse(JSON.stringify({ value: ["good", null], prob: [{ good: 0.75 }, { good: Number.NaN }] }));
  expect(table(received).rows).toEqual([
    [1, "good", 0.75, null],
    [2, null, null, null],
  ]);
});

test("rows that all have a prediction have no column of warnings", () => {
  expect(table({ value: [12.5, 3] }).columns).toEqual(["batch.result.row", "temp_max", "batch.result.beyond"]);
});
