/** references/dnn.py computes the figures with scikit-learn. */
import { ALGORITHMS } from "@agatha/contracts";
import type { Matrix, Target } from "../../numeric/matrix.js";
import { shapeOf } from "../../numeric/network/shape.js";
import { createRandom } from "../../numeric/random.js";
import { testOnFile } from "../../testing/dataset-files.js";
import { fitContext } from "../../testing/fit-context.js";
import { accuracyOf, asClasses, type EncodedTrainingSet, encodedPeerSplit } from "../../testing/peer-split.js";
import { readCsv } from "../../testing/read-csv.js";
import { type MeanAndSpread, referenceFigures } from "../../testing/reference-figures.js";
import { dnn } from "./index.js";
import { createDnnModel } from "./model.js";

interface Forward<A> {
  layers: { weights: number[][]; biases: number[] }[];
  rows: number[][];
  answers: A[];
}

interface Rows {
  file: string;
  target: string;
  drop: string[];
}

const figures = referenceFigures<{
  forward: { numbers: Forward<number>; classes: Forward<number[]> };
  numbers: (Rows & { RMSE: MeanAndSpread })[];
  classes: (Rows & { Accuracy: MeanAndSpread })[];
}>("dnn");
const defaults = ALGORITHMS.DNN.params.parse({});
const SEEDS = [1, 2, 3, 4, 5];

async function meanOverSeeds(
  train: EncodedTrainingSet,
  test: EncodedTrainingSet,
  score: (answer: ReturnType<Awaited<ReturnType<typeof dnn.fit>>["predict"]>) => number,
) {
  let sum = 0;
  for (const seed of SEEDS) {
    const model = await dnn.fit(train.x, train.target, defaults, fitContext({ random: createRandom(seed) }));
    sum += score(model.predict(test.x));
  }
  return sum / SEEDS.length;
}

describe("with the weights of scikit-learn's network, the forward pass is the same", () => {
  function networkOf({ layers }: Forward<unknown>) {
    const widths = [layers[0].weights[0].length, ...layers.map(({ biases }) => biases.length)];
    const shape = shapeOf(widths);
    const parameters = new Float32Array(shape.parameterCount);
    shape.layers.forEach(({ inputs, weights, biases }, l) => {
      layers[l].weights.forEach((row, o) => void parameters.set(row, weights + o * inputs));
      parameters.set(layers[l].biases, biases);
    });
    return { widths, parameters };
  }
  const rowsOf = ({ rows }: Forward<unknown>): Matrix => ({
    nrow: rows.length,
    ncol: rows[0].length,
    columns: rows[0].map((_, j) => Float64Array.from(rows, (row) => row[j])),
  });

  test("regression returns numbers in the unit of the target", () => {
    const { numbers } = figures.forward;
    const { values } = createDnnModel({ network: networkOf(numbers), unit: { center: 10, scale: 2 } }).predict(rowsOf(numbers));
    numbers.answers.forEach((answer, i) => void expect(values![i]).toBeCloseTo(10 + 2 * answer, 5));
  });

  test("classification returns the same probabilities", () => {
    const { classes } = figures.forward;
    const { probabilities } = createDnnModel({ network: networkOf(classes) }).predict(rowsOf(classes));
    classes.answers.flat().forEach((answer, p) => void expect(probabilities![p]).toBeCloseTo(answer, 5));
  });
});

describe("regression is as good as scikit-learn's network", () => {
  for (const { file, target, drop, RMSE } of figures.numbers) {
    testOnFile(file, `${file}: RMSE ${RMSE.mean.toFixed(3)} ± ${RMSE.spread.toFixed(3)}`, async (path) => {
      const { train, test } = encodedPeerSplit(await readCsv(path, drop), target, dnn.encoding);
      const truth = (test.target as Extract<Target, { kind: "number" }>).values;
      const mean = await meanOverSeeds(train, test, ({ values }) =>
        Math.sqrt(truth.reduce((sum, value, i) => sum + (value - values![i]) ** 2, 0) / truth.length),
      );
      expect(mean).toBeLessThan(RMSE.mean + RMSE.spread);
    });
  }
});

describe("classification is as good as scikit-learn's network", () => {
  for (const { file, target, drop, Accuracy } of figures.classes) {
    testOnFile(file, `${file}: accuracy ${Accuracy.mean.toFixed(4)} ± ${Accuracy.spread.toFixed(4)}`, async (path) => {
      const { train, test } = encodedPeerSplit(await readCsv(path, drop), target, dnn.encoding);
      const labels = train.target.kind === "number" ? [...new Set(train.target.values)].sort((a, b) => a - b) : undefined;
      const [learned, asked] = labels ? [asClasses(train, labels), asClasses(test, labels)] : [train, test];
      const mean = await meanOverSeeds(learned, asked, ({ probabilities }) => accuracyOf(probabilities!, asked.target));
      expect(mean).toBeGreaterThanOrEqual(Accuracy.mean - Accuracy.spread);
    });
  }
});

const random = createRandom(4);
const column = Float64Array.from({ length: 400 }, () => random.normal());
const x: Matrix = { nrow: 400, ncol: 1, columns: [column] };
const bent: Target = { kind: "number", values: column.map((value) => Math.abs(value)) };

test("a hidden layer fits |x|, which a line cannot", async () => {
  const { values } = (await dnn.fit(x, bent, defaults, fitContext())).predict(x);
  const worst = values!.reduce((most, value, i) => Math.max(most, Math.abs(value - Math.abs(column[i]))), 0);
  expect(worst).toBeLessThan(0.2);
});

test("the unit of the target does not change the fit", async () => {
  const [usual, far] = await Promise.all(
    [1, 1e300].map(async (unit) => {
      const target: Target = { kind: "number", values: column.map((value) => unit * Math.abs(value)) };
      return (await dnn.fit(x, target, defaults, fitContext())).predict(x).values!;
    }),
  );
  far.forEach((value, i) => void expect(value / 1e300).toBeCloseTo(usual[i], 3));
});

test.each([
  { says: "all rows alike, a rare class is less probable", balance: 0, low: 0.05, high: 0.3 },
  { says: "all classes alike, it is as probable as the other", balance: 1, low: 0.35, high: 0.65 },
])("without informative columns: $says", async ({ balance, low, high }) => {
  const codes = Int32Array.from(column, (_, i) => Number(i % 8 === 0));
  const target: Target = { kind: "class", codes, labels: ["usual", "rare"] };
  const { probabilities } = (await dnn.fit(x, target, { ...defaults, balance, l2: 1000 }, fitContext())).predict(x);
  const mean = column.reduce((sum, _, i) => sum + probabilities![2 * i + 1], 0) / column.length;
  expect(mean).toBeGreaterThan(low);
  expect(mean).toBeLessThan(high);
});

test("training stops early when the validation rows no longer improve", async () => {
  const noise: Target = { kind: "number", values: column.map(() => random.normal()) };
  const heard: number[] = [];
  const steps = { ...defaults, epochs: 5000, patience: 3 };
  await dnn.fit(x, noise, steps, fitContext({ progress: (fraction) => heard.push(fraction) }));
  expect(heard.filter((fraction) => fraction < 1).every((fraction) => fraction < 0.5)).toBe(true);
  expect(heard.at(-1)).toBe(1);
});

test("layers with 0 units are left out", async () => {
  const one = { ...defaults, firstLayer: 4, secondLayer: 0, thirdLayer: 0, epochs: 1 };
  const sizes = await Promise.all(
    [one, { ...one, secondLayer: 4 }, { ...one, secondLayer: 4, thirdLayer: 4 }].map(
      async (params) => (await dnn.fit(x, bent, params, fitContext())).save().length,
    ),
  );
  // Four more units are 16 weights and 4 biases of 4 bytes.
  expect([sizes[1] - sizes[0], sizes[2] - sizes[1]].map((bytes) => Math.floor(bytes / 80))).toEqual([1, 1]);
});
