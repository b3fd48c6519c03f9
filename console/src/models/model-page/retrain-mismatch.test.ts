import { retrainMismatch } from "./retrain-mismatch.js";

/** Returns a dataset of columns such as "heat n". */
function dataset(columns: readonly string[]) {
  const stats = { top: [], min: null, max: null };
  return {
    columns: columns.map((column, colIndex) => ({ name: column.slice(0, -2), type: column.slice(-1), label: "", colIndex, stats })),
  };
}

const OWN = ["heat n", "load n", "shift s", "yield n"];
const filter = { type: "filter", groups: [{ conditions: [{ column: "shift", op: "eq", value: "A" }] }] };
const ratio = { type: "derived", name: "ratio", formula: { op: "divide", left: { column: "heat" }, right: { column: "load" } } };
const means = { type: "aggregation", by: ["shift"], cols: [{ name: "mean", function: "mean", column: "yield" }] };

test.each<[string, object[] | undefined, string, string[], string[], string[]]>([
  ["has all columns", [filter], "heat n", OWN, [], []],
  ["lacks the input and the target", [], "heat n", ["load n", "shift s"], ["heat", "yield"], []],
  ["lacks a column that a filter reads", [filter], "heat n", ["heat n", "yield n"], ["shift"], []],
  ["has text where a formula reads numbers", [ratio], "ratio n", ["heat n", "load s", "yield n"], [], ["load"]],
  ["lacks what a formula reads, but not what it makes", [ratio], "ratio n", ["heat n", "yield n"], ["load"], []],
  ["lacks the column that an aggregation counts", [means], "shift s", ["shift s", "heat n"], ["yield"], []],
  ["is compared by the server, as the steps are not known", undefined, "heat n", [], [], []],
])("another dataset %s", (_case, extraction, input, other, missing, typeMismatch) => {
  const model = {
    time_series_params: null,
    response: extraction?.includes(means) ? "mean" : "yield",
    use_extraction: extraction?.length !== 0,
  };
  const inputs = [{ name: input.slice(0, -2), type: input.slice(-1) }];
  const info = { inputs, record: extraction && { recipe: { extraction } } };
  const datasets = { own: dataset(OWN), other: dataset(other) };
  expect(retrainMismatch(model as never, info as never, datasets as never)).toEqual({ missing, typeMismatch });
});
