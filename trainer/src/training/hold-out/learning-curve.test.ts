import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { fitContext } from "../../testing/fit-context.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import { prepareTrainingSet } from "../preparation/prepare-training-set.js";
import { crossValidate } from "./cross-validate.js";
import { expectedErrorRatio } from "./learning-curve.js";

/** Trains on a wave with irreducible noise. KNN follows the wave better the more rows there are. */
async function improvement(algorithm: string, nrow: number, noise: number): Promise<number> {
  const random = createRandom(11);
  const x = Array.from({ length: nrow }, () => 20 * random.next());
  const table = createTable({ x, y: x.map((value) => 10 * Math.sin(value) + noise * random.normal()) });
  const { trainingSet } = prepareTrainingSet(modelRequest("REGRESSION", algorithm, { response: "y" }), table);
  return expectedErrorRatio(trainingSet, await crossValidate(trainingSet, fitContext()), fitContext());
}

test.each([
  ["rows tell more the more there are", "KNN", 400, 0, [0.8, 0.9]],
  ["the rest is noise", "KNN", 3000, 20, [0.98, 1]],
  ["a straight line is learned from few rows already", "GLM", 1000, 5, [0.99, 1]],
  ["few rows are held out by turns", "KNN", 100, 0, [0.8, 0.95]],
  ["all rows but one were learned from", "KNN", 20, 0, [1, 1]],
])("the expected error ratio is in its range when %s", async (_where, algorithm, nrow, noise, [least, most]) => {
  const share = await improvement(algorithm, nrow, noise);
  expect(share).toBeGreaterThanOrEqual(least);
  expect(share).toBeLessThanOrEqual(most);
});

test("folds of unequal groups are extrapolated from the rows of each of them", async () => {
  const random = createRandom(11);
  const machines = Array.from({ length: 600 }, (_, row) => (row < 240 ? 0 : 1 + (row % 36)));
  const x = machines.map(() => 20 * random.next());
  const table = createTable({ machine: machines.map((number) => `M${number}`), x, y: x.map((value) => 10 * Math.sin(value)) });
  const validation = { rows: "groups" as const, groupColumns: ["machine"] };
  const request = modelRequest("REGRESSION", "KNN", { response: "y", columns: ["x"], validation });
  const { trainingSet } = prepareTrainingSet(request, table);
  const crossValidation = await crossValidate(trainingSet, fitContext());
  // Two fifths of the rows are predicted by a model of three fifths of them, and the others by models of fourteen fifteenths.
  expect(crossValidation.folds.map(({ train }) => train.length)).toEqual([360, ...Array(9).fill(560)]);
  const ratio = await expectedErrorRatio(trainingSet, crossValidation, fitContext());
  expect(ratio).toBeGreaterThan(0.5 ** (0.4 * Math.log2(5 / 3) + 0.6 * Math.log2(15 / 14)));
  expect(ratio).toBeLessThan(0.95);
  const { info } = await trainOnTable(table, request);
  expect(info.validation).toMatchObject({ folds: 10, trainRows: 0.4 * 360 + 0.6 * 560 });
});

test("the same rows and seed give the same expected error ratio", async () => {
  expect(await improvement("XGB", 300, 1)).toBe(await improvement("XGB", 300, 1));
});

test("a classification has an expected error ratio of 1", async () => {
  const table = createTable({
    x: Array.from({ length: 60 }, (_, i) => i % 7),
    side: Array.from({ length: 60 }, (_, i) => (i < 30 ? "a" : "b")),
  });
  const { trainingSet } = prepareTrainingSet(modelRequest("CLASSIFICATION", "KNN", { response: "side" }), table);
  expect(await expectedErrorRatio(trainingSet, await crossValidate(trainingSet, fitContext()), fitContext())).toBe(1);
});
