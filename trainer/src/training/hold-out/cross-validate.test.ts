import type { ModelNode, RowValidation } from "@agatha/contracts";
import type { Table } from "../../data/tables/table.js";
import { FOLD_COUNT } from "../../numeric/assign-folds.js";
import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { fitContext } from "../../testing/fit-context.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import { fitRows } from "../fit/fit-rows.js";
import { recording } from "../fit/testing/watched-algorithms.js";
import type { Plan } from "../plan/plan.js";
import { prepareTrainingSet } from "../preparation/prepare-training-set.js";
import { crossValidate } from "./cross-validate.js";

const INNER_FOLDS = 5;

const RANDOM: RowValidation = { rows: "random" };

interface StackCase {
  nrow: number;
  validation: RowValidation;
  /** Columns of the last layer. */
  columns?: string[];
  /** Algorithms of the first layer besides. */
  beside?: ModelNode[];
}

/** Counts the fits of the first layer of a stack: those of the cross-validation, and those of the final model. */
async function fitsOf({
  nrow,
  validation,
  columns = [],
  beside = [],
}: StackCase): Promise<{ crossValidation: number; finalModel: number }> {
  const rows = Array.from({ length: nrow }, (_, i) => i);
  const table = createTable({
    id: rows,
    batch: rows.map((row) => `b${row % 12}`),
    x: rows.map((row) => row % 7),
    y: rows.map((row) => row % 5),
  });
  const request = modelRequest("REGRESSION", "GLM", { response: "y", columns: ["x", "id"], validation });
  const layers = [{ nodes: [{ algorithm: "GLM" }, ...beside] }, { nodes: [{ algorithm: "GLM", columns }] }];
  const { trainingSet } = prepareTrainingSet({ ...request, layers }, table);
  const fits: number[][] = [];
  const [[first, ...others], last] = trainingSet.plan.layers;
  const plan: Plan = { ...trainingSet.plan, layers: [[{ ...first, algorithm: recording(fits) }, ...others], last] };
  const { outOfFold } = await crossValidate({ ...trainingSet, plan }, fitContext());
  const crossValidation = fits.length;
  await fitRows({ ...trainingSet, plan }, Int32Array.from(rows), fitContext(), outOfFold);
  return { crossValidation, finalModel: fits.length - crossValidation };
}

test.each<[string, StackCase, number, number]>([
  ["each random fifth is held out: once for each fold", { nrow: 60, validation: RANDOM }, FOLD_COUNT, 1],
  ["one random fifth is held out: once for each fold all the same", { nrow: 1000, validation: RANDOM }, FOLD_COUNT, 1],
  [
    "the last layer has columns too: again within each fold",
    { nrow: 60, validation: RANDOM, columns: ["x"] },
    FOLD_COUNT * (1 + INNER_FOLDS),
    1 + INNER_FOLDS,
  ],
  [
    "a detector is beside it, whose scores two fits do not give in one unit: again within each fold",
    { nrow: 60, validation: RANDOM, beside: [{ algorithm: "PCA" }] },
    FOLD_COUNT * (1 + INNER_FOLDS),
    1 + INNER_FOLDS,
  ],
  [
    "groups are held out: again within each fold",
    { nrow: 60, validation: { rows: "groups", groupColumns: ["batch"] } },
    10 * (1 + INNER_FOLDS),
    1 + INNER_FOLDS,
  ],
  ["single rows are held out: again within each fold", { nrow: 20, validation: RANDOM }, 20 * (1 + INNER_FOLDS), 1 + INNER_FOLDS],
])("the first layer of a stack is fitted where %s", async (_where, asked, crossValidation, finalModel) => {
  expect(await fitsOf(asked)).toEqual({ crossValidation, finalModel });
});

test.each<[string, Pick<ModelNode, "columns">]>([
  ["the answers alone", { columns: [] }],
  ["the answers and the columns", {}],
])("the figures of a stack are no better than the noise where its last layer learns from %s", async (_what, last) => {
  const seeds = [1, 2, 3, 4];
  const layers = [{ nodes: [{ algorithm: "GLM" }, { algorithm: "KNN" }] }, { nodes: [{ algorithm: "GLM", ...last }] }];
  let sum = 0;
  for (const seed of seeds) {
    const { info } = await trainOnTable(noisy(seed), modelRequest("REGRESSION", "GLM", { response: "y", validation: RANDOM, layers }));
    sum += info.indicators.RMSE as number;
  }
  expect(sum / seeds.length).toBeGreaterThan(1);
});

test.each<[string, number[], { folds: number; heldOutRows: number }]>([
  ["a row comes after a large period", [...Array(44).fill(1), 55, 1], { folds: 2, heldOutRows: 56 }],
  ["a large period is the last but one", [10, 10, 10, 10, 50, 10], { folds: 2, heldOutRows: 60 }],
])("later parts that are asked for are all held out where %s", async (_where, sizes, expected) => {
  const when = sizes.flatMap((size, period) => Array<number>(size).fill(period));
  const table = createTable({ when, x: when.map((_, row) => row % 7), y: when.map((_, row) => row % 5) });
  const validation: RowValidation = { rows: "time", timeColumn: "when", folds: 5 };
  const { info } = await trainOnTable(table, modelRequest("REGRESSION", "GLM", { response: "y", columns: ["x"], validation }));
  expect(info.validation).toMatchObject({ method: "rolling_origin", ...expected });
});

/** Rows of which the response has noise of deviation 1 beside one of eight columns. */
function noisy(seed: number): Table {
  const random = createRandom(seed);
  const columns = Array.from({ length: 8 }, (_, j) => [`x${j}`, Array.from({ length: 100 }, () => random.normal())] as const);
  const y = columns[0][1].map((x) => x + random.normal());
  return createTable({ ...Object.fromEntries(columns), y });
}
