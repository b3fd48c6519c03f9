import type { Algorithm } from "../../algorithms/base/algorithm.js";
import { takeRows } from "../../data/tables/table.js";
import { predictGraph } from "../../model/artifact/graph.js";
import { FOLD_COUNT, type Split, toFolds } from "../../numeric/assign-folds.js";
import type { Matrix, Target } from "../../numeric/matrix.js";
import { createTable } from "../../testing/create-table.js";
import { fitContext } from "../../testing/fit-context.js";
import type { Plan } from "../plan/plan.js";
import { crossFit } from "./cross-fit.js";
import { memory, plannedNode, recording, watching } from "./testing/watched-algorithms.js";

const rows = Array.from({ length: 60 }, (_, i) => i);
const table = createTable({ x: rows.map((i) => i / 7), id: rows });
const target: Target = { kind: "number", values: Float64Array.from(rows, (i) => 1000 + i) };
const folds = toFolds(
  Int32Array.from(rows, (row) => row % FOLD_COUNT),
  FOLD_COUNT,
);

const stackOf = (base: Algorithm<"GLM">, final: Algorithm<"GLM">): Plan => ({
  type: "REGRESSION",
  layers: [[plannedNode("1.1", base, ["x", "id"])], [plannedNode("2.1", final, ["id"])]],
});

test.each<[string, Split]>([
  ["all folds are asked about", { method: "cross_validation", folds }],
  ["one fold is asked about", { method: "holdout", folds: folds.slice(0, 1), otherFolds: folds.slice(1) }],
])("each node is fitted once for each fold if %s, and the last layer once for each of those", async (_, split) => {
  const fits: number[][] = [];
  const last: Matrix[] = [];
  const { graphs } = await crossFit({ table, target }, stackOf(recording(fits), watching(last)), split, fitContext());
  expect(fits).toEqual(folds.map(({ train }) => [...train]));
  expect(last.map(({ columns: [id] }) => [...id])).toEqual(split.folds.map(({ train }) => [...train]));
  expect(graphs).toHaveLength(split.folds.length);
});

test("a later layer learns from predictions of models that have not seen the row", async () => {
  const last: Matrix[] = [];
  const { outOfFold } = await crossFit(
    { table, target },
    stackOf(memory, watching(last)),
    { method: "cross_validation", folds },
    fitContext(),
  );
  // A model that had seen the row would predict its target, 1000 or more.
  for (const { columns } of last) expect([...columns[1]]).toEqual([...columns[0]].map((id) => 0 - id));
  const [[column]] = outOfFold;
  expect(column.type === "n" && [...column.values]).toEqual(rows.map((id) => 0 - id));
});

test("the graph of a fold has not seen the fold's rows", async () => {
  const { graphs } = await crossFit({ table, target }, stackOf(memory, watching([])), { method: "cross_validation", folds }, fitContext());
  for (const [f, { heldOut }] of folds.entries()) {
    // The mean of the id and of the first layer's answer, which is minus the id for a row that it does not know.
    expect([...(predictGraph(graphs[f], takeRows(table, heldOut)).values ?? [])].map(Math.abs)).toEqual(Array(heldOut.length).fill(0));
  }
});

test("progress grows to the whole, and an abort ends the fits", async () => {
  const seen: number[] = [];
  const stop = new AbortController();
  const watched: Algorithm<"GLM"> = {
    ...memory,
    async fit(x, learned, params, context) {
      context.signal.throwIfAborted();
      context.progress(1);
      return await memory.fit(x, learned, params, context);
    },
  };
  const run = () =>
    crossFit(
      { table, target },
      stackOf(watched, watched),
      { method: "cross_validation", folds },
      fitContext({ progress: (done) => seen.push(done), signal: stop.signal }),
    );
  await run();
  expect(seen).toEqual(Array.from({ length: 10 }, (_, i) => (i + 1) / 10));
  stop.abort(new Error("stopped"));
  await expect(run()).rejects.toThrow("stopped");
});
