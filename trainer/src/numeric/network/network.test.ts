import { withThreads } from "../../testing/with-threads.js";
import type { Matrix } from "../matrix.js";
import { createRandom } from "../random.js";
import { trimByLoss } from "./least-trimmed-squares.js";
import { createForwardPass } from "./network.js";
import { NetworkTrainer } from "./network-trainer.js";
import { BLOCK_ROWS } from "./network-wasm.js";
import { shapeOf } from "./shape.js";
import { trainNetwork } from "./train.js";
import type { NetworkTrainingSet } from "./training-set.js";

const random = createRandom(3);
const nrow = 29;
const x = { nrow, ncol: 3, columns: Array.from({ length: 3 }, () => Float64Array.from({ length: nrow }, () => random.normal())) };
const signal = x.columns[0].map((value, i) => value * x.columns[1][i]);

const trainingSets: [string, NetworkTrainingSet][] = [
  ["numbers", { x, objective: { kind: "number", values: signal } }],
  [
    "classes of different weights",
    {
      x,
      objective: {
        kind: "class",
        codes: Int32Array.from(signal, (value) => (value > 1 ? 2 : Number(value > 0))),
        weights: Float64Array.of(0.5, 1, 3),
      },
    },
  ],
  ["inputs", { x, objective: { kind: "inputs" } }],
];

const all = { from: 0, to: nrow };
const networkTrainer = (trainingSet: NetworkTrainingSet, hidden = [7, 5]) => new NetworkTrainer(trainingSet, hidden, createRandom(8));
const largest = (numbers: Float32Array) => numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);

describe.each(trainingSets)("%s", (_title, trainingSet) => {
  test("the gradient equals finite differences of the loss", () => {
    const network = networkTrainer(trainingSet);
    network.backpropagate(all);
    const most = largest(network.gradient);
    const step = 0.002;
    const slopeBy = (p: number) => {
      const value = network.parameters[p];
      const [above, below] = [value + step, value - step].map((moved) => {
        network.parameters[p] = moved;
        return network.forwardLoss(all);
      });
      network.parameters[p] = value;
      return (above - below) / (2 * step);
    };
    const used = [...network.parameters.keys()].filter((p) => network.parameters[p] !== 0 || network.gradient[p] !== 0);
    expect(used.length).toBeGreaterThan(70);
    for (const p of used) expect(Math.abs(slopeBy(p) - network.gradient[p]) / most).toBeLessThan(0.01);
  });

  test("the gradient of a block is the sum of the gradients of its rows", () => {
    const together = networkTrainer(trainingSet);
    const loss = together.backpropagate(all);
    const apart = networkTrainer(trainingSet);
    let sum = 0;
    for (let i = 0; i < nrow; i++) sum += apart.backpropagate({ from: i, to: i + 1 });
    expect(sum).toBeCloseTo(loss, 4);
    const most = largest(together.gradient);
    together.gradient.forEach((slope, p) => void expect(Math.abs(slope - apart.gradient[p]) / most).toBeLessThan(1e-5));
  });

  test("a step lowers the loss, and the first step moves each parameter by the learning rate", () => {
    const network = networkTrainer(trainingSet);
    const loss = network.backpropagate(all);
    const [before, slopes] = [network.parameters.slice(), network.gradient.slice()];
    network.adamStep(nrow, 0.001, 0);
    expect(network.forwardLoss(all)).toBeLessThan(loss);
    expect(largest(network.gradient)).toBe(0);
    slopes.forEach((slope, p) => {
      // Adam divides by the absolute derivative plus 1e-8.
      if (Math.abs(slope / nrow) > 1e-5) expect(network.parameters[p]).toBeCloseTo(before[p] - 0.001 * Math.sign(slope), 5);
    });
  });
});

test("later steps follow Kingma and Ba's algorithm 1", () => {
  const network = networkTrainer(trainingSets[0][1]);
  const wanted = Float64Array.from(network.parameters);
  const [first, second] = [new Float64Array(wanted.length), new Float64Array(wanted.length)];
  for (let t = 1; t <= 5; t++) {
    network.backpropagate(all);
    wanted.forEach((value, p) => {
      const slope = network.gradient[p] / nrow + (p < network.shape.weightCount ? 0.1 * value : 0);
      first[p] = 0.9 * first[p] + 0.1 * slope;
      second[p] = 0.999 * second[p] + 0.001 * slope ** 2;
      wanted[p] = value - (0.01 * (first[p] / (1 - 0.9 ** t))) / (Math.sqrt(second[p] / (1 - 0.999 ** t)) + 1e-8);
    });
    network.adamStep(nrow, 0.01, 0.1);
  }
  wanted.forEach((value, p) => void expect(network.parameters[p]).toBeCloseTo(value, 4));
});

test("probabilities near 0 and 1 have a finite loss and gradient", () => {
  const trainingSet: NetworkTrainingSet = { x, objective: { kind: "class", codes: new Int32Array(nrow), weights: Float64Array.of(1, 1) } };
  const network = networkTrainer(trainingSet, []);
  network.parameters.fill(0);
  const { biases } = network.shape.layers[0];
  network.parameters[biases] = -300;
  expect(network.backpropagate(all) / nrow).toBeCloseTo(300, 3);
  expect([...network.gradient].every(Number.isFinite)).toBe(true);
  network.parameters[biases] = 300;
  expect(network.forwardLoss(all) / nrow).toBeCloseTo(0, 12);
});

test("rows with the greatest losses get weight 0, and the others weight 1 again", () => {
  const network = networkTrainer(trainingSets[2][1]);
  network.forwardLoss(all);
  const byLoss = [...network.losses].sort((a, b) => a - b);
  const sum = trimByLoss(network, 20, 0.5);
  const weighing = [...network.order.subarray(0, 20)].filter((row) => network.weights[row] === 1);
  expect(weighing).toHaveLength(10);
  const worst = Math.max(...weighing.map((row) => network.losses[row]));
  const others = [...network.order.subarray(0, 20)].filter((row) => network.weights[row] === 0);
  expect(Math.min(...others.map((row) => network.losses[row]))).toBeGreaterThan(worst);
  expect(sum).toBeGreaterThan(byLoss.slice(0, 5).reduce((total, loss) => total + loss, 0) - 1e-6);
  trimByLoss(network, 20, 0.99);
  expect([...network.order.subarray(0, 20)].every((row) => network.weights[row] === 1)).toBe(true);
});

test.each([1, 33, 150, 5000])("the forward pass accepts any number of rows: %p", (nrow) => {
  const shape = shapeOf([2, 3]);
  const parameters = new Float32Array(shape.parameterCount);
  // The outputs are the sum, the difference, and the first input plus one.
  parameters.set([1, 1, 0, 0, 1, -1, 0, 0, 1, 0, 0, 0]);
  parameters[shape.layers[0].biases + 2] = 1;
  const run = createForwardPass({ widths: shape.widths, parameters });
  const rows = Array.from({ length: nrow }, (_, i) => [i, 2 * i]);
  const seen: number[][] = [];
  run({ nrow, ncol: 2, columns: [0, 1].map((j) => Float64Array.from(rows, (row) => row[j])) }, ({ outputs, count }) => {
    for (let i = 0; i < count; i++) seen.push([outputs[i], outputs[BLOCK_ROWS + i], outputs[2 * BLOCK_ROWS + i]]);
  });
  expect(seen).toEqual(rows.map(([a, b]) => [a + b, a - b, a + 1]));
});

test.each([1, 2])("many rows at once get the same outputs and errors as one at a time, with %p threads", async (threads) => {
  const shape = shapeOf([61, 64, 61]);
  const parameters = Float32Array.from({ length: shape.parameterCount }, () => random.normal() / 8);
  const columns = Array.from({ length: 61 }, () => Float64Array.from({ length: 2100 }, (_, i) => (i % 500 ? 1 : 1e6) * random.normal()));
  const answers = (x: Matrix) => {
    const numbers: number[][] = [];
    run(x, ({ outputs, reconstructionErrors, count }) => {
      for (let i = 0; i < count; i++) numbers.push([outputs[i], outputs[60 * BLOCK_ROWS + i], reconstructionErrors[i]]);
    });
    return numbers;
  };
  const run = await withThreads(threads, () => createForwardPass({ widths: shape.widths, parameters }, true));
  const alone = Array.from(
    { length: 2100 },
    (_, i) => answers({ nrow: 1, ncol: 61, columns: columns.map((column) => column.slice(i, i + 1)) })[0],
  );
  const together = () => answers({ nrow: 2100, ncol: 61, columns });
  await withThreads(threads, () => {
    // A worker that has just started may take no part.
    for (let time = 0; time < 3; time++) expect(together()).toEqual(alone);
  });
});

test("many rows get the same outputs after another network has passed rows without values", () => {
  const pass = (width: number, value: () => number) => {
    const { widths, parameterCount } = shapeOf([width, 80, 1]);
    const run = createForwardPass({ widths, parameters: new Float32Array(parameterCount).fill(0.01) });
    const columns = Array.from({ length: width }, () => Float64Array.from({ length: 2100 }, value));
    return (nrow: number) => {
      const answers: number[] = [];
      const x = { nrow, ncol: width, columns: columns.map((column) => column.subarray(0, nrow)) };
      run(x, ({ outputs, count }) => void answers.push(...outputs.subarray(0, count)));
      return answers;
    };
  };
  const [missing, present] = [pass(64, () => Number.NaN), pass(61, () => random.normal())];
  missing(2100);
  expect(present(2100).slice(0, 50)).toEqual(present(50));
});

test("a hidden unit with a negative sum outputs 0", () => {
  const shape = shapeOf([1, 1, 1]);
  const parameters = new Float32Array(shape.parameterCount);
  parameters[shape.layers[0].weights] = 1;
  parameters[shape.layers[1].weights] = 1;
  const answers: number[] = [];
  const column = Float64Array.of(-2, 0.5, 3);
  createForwardPass({ widths: shape.widths, parameters })({ nrow: 3, ncol: 1, columns: [column] }, ({ outputs, count }) => {
    answers.push(...outputs.subarray(0, count));
  });
  expect(answers).toEqual([0, 0.5, 3]);
});

test.each([
  ["fewer rows than are held out for validation keep the last weights", 99, true],
  ["with rows held out, the network is the average of the weights over the epochs", 100, false],
])("%s", async (_title, rows, same) => {
  const columns = [Float64Array.from({ length: rows }, () => random.normal())];
  const rowsToLearn: NetworkTrainingSet = {
    x: { nrow: rows, ncol: 1, columns },
    objective: { kind: "number", values: columns[0].map((value) => value ** 2) },
  };
  const settings = { hidden: [4], epochs: 5, batchSize: 32, patience: 5, learningRate: 0.01, l2: 0, trusted: 1 };
  const train = async (averaging: number) =>
    (await trainNetwork(rowsToLearn, { ...settings, averaging }, createRandom(1), () => undefined)).parameters;
  const [last, average] = [await train(0), await train(0.9)];
  expect(last.every((value, at) => value === average[at])).toBe(same);
});

describe("a network that is wide enough for threads to share each block of rows", () => {
  const columns = Array.from({ length: 128 }, () => Float64Array.from({ length: 150 }, () => random.normal()));
  const wide: NetworkTrainingSet = { x: { nrow: 150, ncol: 128, columns }, objective: { kind: "inputs" } };

  test("has the gradient and losses of its rows, a few at a time", () => {
    const [whole, few] = [1, 2].map(() => new NetworkTrainer(wide, [130], createRandom(1)));
    const loss = whole.backpropagate({ from: 10, to: 71 });
    let sum = 0;
    for (let from = 10; from < 71; from += 4) sum += few.backpropagate({ from, to: Math.min(71, from + 4) });
    expect(loss / sum).toBeCloseTo(1, 5);
    expect(whole.losses).toEqual(few.losses);
    whole.gradient.forEach((value, at) => {
      expect(Math.abs(value - few.gradient[at])).toBeLessThan(1e-3);
    });
    expect(Math.max(...few.gradient)).toBeGreaterThan(1);
    const [before, gradient] = [whole.parameters.slice(), whole.gradient.slice()];
    whole.adamStep(61, 0.01, 0);
    expect(whole.gradient.every((value) => value === 0)).toBe(true);
    expect(before.every((value, at) => gradient[at] === 0 || value !== whole.parameters[at])).toBe(true);
  });

  test("learns the same with one thread and with two", async () => {
    const settings = { hidden: [130], epochs: 4, batchSize: 64, patience: 5, learningRate: 0.01, l2: 1, trusted: 0.5, averaging: 0.9 };
    const train = async () => (await trainNetwork(wide, settings, createRandom(1), () => undefined)).parameters;
    const one = await train();
    // A worker that has just started may take no part.
    await withThreads(2, async () => {
      for (let time = 0; time < 3; time++) expect(await train()).toEqual(one);
    });
  });
});
