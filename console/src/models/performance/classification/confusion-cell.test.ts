import { rowsOfCell } from "./confusion-cell.js";

test("a cell has the held-out rows of its actual and its predicted class", () => {
  const predictions = { rows: [2, 5, 7, 9], actual: ["a", "b", "a", "a"], prediction: { value: ["a", "a", "b", "b"] } };
  expect(rowsOfCell(predictions, { actual: "a", predicted: "b" })).toEqual([7, 9]);
  expect(rowsOfCell(predictions, { actual: "b", predicted: "b" })).toEqual([]);
});
