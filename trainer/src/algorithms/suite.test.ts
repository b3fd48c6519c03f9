/** Requirements on every registered algorithm. */
import { setTimeout } from "node:timers/promises";
import { InvalidInput } from "@agatha/contracts";
import type { FitContext } from "../numeric/fit-context.js";
import type { Matrix } from "../numeric/matrix.js";
import { createRandom } from "../numeric/random.js";
import { fitContext } from "../testing/fit-context.js";
import { withThreads } from "../testing/with-threads.js";
import type { FittedModel } from "./base/algorithm.js";
import {
  ALGORITHM_CASES,
  type AlgorithmCase,
  type EncodedTrainingSet,
  numbersOf,
  numbersPerRow,
  randomTrainingSet,
  smallParams,
  targetFrom,
} from "./testing/algorithm-cases.js";

function fit({ algorithm }: AlgorithmCase, { x, target }: EncodedTrainingSet, context: Partial<FitContext> = {}): Promise<FittedModel> {
  return algorithm.fit(x, target, smallParams(algorithm.name), fitContext(context));
}

/** Sets missing values where the algorithm's encoding keeps them, as the encoder does. */
function withMissing({ algorithm }: AlgorithmCase, { x, target }: EncodedTrainingSet): EncodedTrainingSet {
  if (algorithm.encoding.missing === "impute") return { x, target };
  const columns = x.columns.map((column, j) => column.map((value, i) => ((i + j) % 7 === 0 ? Number.NaN : value)));
  return { x: { ...x, columns }, target };
}

function rowsOf(x: Matrix, rows: number[]): Matrix {
  return { nrow: rows.length, ncol: x.ncol, columns: x.columns.map((column) => Float64Array.from(rows, (row) => column[row])) };
}

describe.each(ALGORITHM_CASES)("$title", (subject) => {
  const usual = withMissing(subject, randomTrainingSet(subject.task, { nrow: 120, ncol: 4 }));
  const other = withMissing(subject, randomTrainingSet(subject.task, { nrow: 50, ncol: 4, seed: 6 })).x;

  test("a second fit with the same seed gives the same bytes", async () => {
    const first = await fit(subject, usual);
    const second = await fit(subject, usual);
    expect(Buffer.compare(first.save(), second.save())).toBe(0);
    expect(Buffer.compare(first.save(), first.save())).toBe(0);
  });

  test("two processors give the same bytes as one", async () => {
    const one = await fit(subject, usual);
    const two = await withThreads(2, () => fit(subject, usual));
    expect(Buffer.compare(one.save(), two.save())).toBe(0);
  });

  test("two processors predict many rows to the same bytes as one", async () => {
    const many = withMissing(subject, randomTrainingSet(subject.task, { nrow: 3000, ncol: 4, seed: 7 })).x;
    const alone = numbersOf((await fit(subject, usual)).predict(many));
    await withThreads(2, async () => {
      const model = await fit(subject, usual);
      for (let round = 0; round < 3; round++) {
        expect(numbersOf(model.predict(many))).toEqual(alone);
        // A worker that has just been started helps from the next prediction on.
        await setTimeout(30);
      }
    });
  });

  test("the algorithm predicts the same to the bit after saving and loading", async () => {
    const model = await fit(subject, usual);
    const loaded = subject.algorithm.load(model.save());
    expect(numbersOf(loaded.predict(other))).toEqual(numbersOf(model.predict(other)));
    expect(Buffer.compare(loaded.save(), model.save())).toBe(0);
  });

  test("the algorithm loads from bytes at any offset of a larger buffer", async () => {
    const model = await fit(subject, usual);
    const bytes = model.save();
    const larger = new Uint8Array(bytes.length + 9);
    larger.set(bytes, 3);
    for (const part of [larger.subarray(3, 3 + bytes.length), Buffer.from(larger.buffer, 3, bytes.length)]) {
      expect(numbersOf(subject.algorithm.load(part).predict(other))).toEqual(numbersOf(model.predict(other)));
    }
  });

  test("the algorithm rejects bytes that are not a model or only its beginning", async () => {
    const bytes = (await fit(subject, usual)).save();
    for (const wrong of [new Uint8Array(0), new Uint8Array(64).fill(7), bytes.subarray(0, bytes.length - 8)]) {
      expect(() => subject.algorithm.load(wrong)).toThrow();
    }
  });

  test("the prediction of a row does not depend on other rows", async () => {
    const model = await fit(subject, usual);
    const width = numbersPerRow(subject.task, usual.target);
    const together = numbersOf(model.predict(other));
    expect(together).toHaveLength(width * other.nrow);
    for (let i = 0; i < other.nrow; i++) {
      expect(numbersOf(model.predict(rowsOf(other, [i])))).toEqual(together.slice(i * width, (i + 1) * width));
    }
    const backwards = Array.from({ length: other.nrow }, (_, i) => other.nrow - 1 - i);
    expect(numbersOf(model.predict(rowsOf(other, backwards))).slice(0, width)).toEqual(together.slice(-width));
  });

  test("the algorithm predicts nothing for zero rows", async () => {
    expect(numbersOf((await fit(subject, usual)).predict(rowsOf(other, [])))).toEqual([]);
  });

  test("the algorithm does not change its input", async () => {
    const before = structuredClone(usual);
    const model = await fit(subject, usual);
    model.predict(usual.x);
    expect(usual).toEqual(before);
  });

  test("the algorithm fits the training rows better than chance", async () => {
    const model = await fit(subject, usual);
    const { values, probabilities, scores, clusters } = model.predict(usual.x);
    const { target } = usual;
    if (target.kind === "number") {
      const mean = target.values.reduce((sum, value) => sum + value, 0) / target.values.length;
      const squares = (predicted: (i: number) => number) => target.values.reduce((sum, value, i) => sum + (value - predicted(i)) ** 2, 0);
      expect(squares((i) => values![i])).toBeLessThan(0.5 * squares(() => mean));
    } else if (target.kind === "class") {
      const right = [...target.codes].filter(
        (code, i) => probabilities![3 * i + code] === Math.max(...probabilities!.subarray(3 * i, 3 * i + 3)),
      );
      expect(right.length / target.codes.length).toBeGreaterThan(0.6);
    } else if (subject.task === "OCC") {
      const far = model.predict({ nrow: 1, ncol: 4, columns: [50, -50, 50, -50].map((value) => Float64Array.of(value)) });
      expect(far.scores![0]).toBeGreaterThan(scores!.reduce((sum, score) => sum + score, 0) / scores!.length);
    } else {
      expect(new Set(clusters).size).toBe(2);
    }
  });

  test("the algorithm gives probabilities that sum to 1", async () => {
    const { probabilities } = (await fit(subject, usual)).predict(other);
    if (subject.task !== "CLASSIFICATION") return expect(probabilities).toBeUndefined();
    for (let i = 0; i < other.nrow; i++) {
      const row = [...probabilities!.subarray(3 * i, 3 * i + 3)];
      expect(row.every((p) => p >= 0 && p <= 1)).toBe(true);
      expect(row.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
    }
  });

  const oneRow = (values: number[], task = subject.task): EncodedTrainingSet => ({
    x: { nrow: 1, ncol: values.length, columns: values.map((value) => Float64Array.of(value)) },
    target: targetFrom(task, Float64Array.of(1), 2),
  });
  const filled = (value: number): EncodedTrainingSet => {
    const { x, target } = randomTrainingSet(subject.task, { nrow: 60, ncol: 3 });
    return { x: { ...x, columns: x.columns.map((column) => column.map(() => value)) }, target };
  };
  const withCell = (value: number): EncodedTrainingSet => {
    const { x, target } = randomTrainingSet(subject.task, { nrow: 60, ncol: 3 });
    const columns = x.columns.map((column, j) => column.map((cell, i) => (i % 9 === j ? value : cell)));
    return { x: { ...x, columns }, target };
  };
  const oneClass = (): EncodedTrainingSet => {
    const { x } = randomTrainingSet(subject.task, { nrow: 60, ncol: 3 });
    return { x, target: targetFrom(subject.task, new Float64Array(60).fill(3), 1) };
  };
  const absentLabel = (): EncodedTrainingSet => {
    const { x, target } = randomTrainingSet(subject.task, { nrow: 60, ncol: 3 });
    return {
      x,
      target:
        target.kind === "class" ? { ...target, codes: target.codes.map((code) => 2 * code), labels: ["a", "b", "c", "d", "e"] } : target,
    };
  };

  const unusual: [string, () => EncodedTrainingSet][] = [
    ["one row", () => oneRow([1, 2])],
    ["one column", () => randomTrainingSet(subject.task, { nrow: 60, ncol: 1 })],
    ["no column", () => randomTrainingSet(subject.task, { nrow: 60, ncol: 0 })],
    ["only constant columns", () => filled(3)],
    ["only missing values", () => filled(Number.NaN)],
    ["infinite values", () => withCell(Number.POSITIVE_INFINITY)],
    ["minus infinity", () => withCell(Number.NEGATIVE_INFINITY)],
    ["huge values", () => withCell(1e300)],
    ["tiny values", () => withCell(5e-324)],
    ["one class, or the same number in every row", oneClass],
    ["labels without rows", absentLabel],
    ["two classes", () => randomTrainingSet(subject.task, { nrow: 60, ncol: 3, labels: 2 })],
    ["fifty classes", () => randomTrainingSet(subject.task, { nrow: 150, ncol: 3, labels: 50 })],
    ["more columns than rows", () => randomTrainingSet(subject.task, { nrow: 20, ncol: 60 })],
  ];

  test.each(unusual)("the algorithm predicts every row, or rejects with a message: %s", async (_title, make) => {
    const made = make();
    const result = await fit(subject, made).catch((error: unknown) => error);
    if (result instanceof Error) {
      expect(result).toBeInstanceOf(InvalidInput);
      expect((result as InvalidInput).problems[0].message.length).toBeGreaterThan(20);
      return;
    }
    const numbers = numbersOf((result as FittedModel).predict(made.x));
    expect(numbers).toHaveLength(made.x.nrow * numbersPerRow(subject.task, made.target));
    expect(numbers.every(Number.isFinite)).toBe(true);
  });

  test("a cancelled fit stops within 100 ms of work and rejects with the reason", async () => {
    const big = randomTrainingSet(subject.task, { nrow: 10_000, ncol: 20, labels: 8 });
    // A stretch without a yield recurs in every run. What V8 compiles or collects meanwhile counts once, so the best of five
    // attempts counts.
    let longest = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < 5 && longest >= 100; attempt++) longest = Math.min(longest, await longestStretch(subject, big));
    expect(longest).toBeLessThan(100);
  });
});

/** Returns the longest processor time in milliseconds that a fit takes before it yields. The fit is cancelled at its first yield. */
async function longestStretch(subject: AlgorithmCase, big: EncodedTrainingSet): Promise<number> {
  const controller = new AbortController();
  const reason = new Error("cancelled");
  let longest = 0;
  let last = process.cpuUsage();
  const look = () => {
    const used = process.cpuUsage(last);
    longest = Math.max(longest, (used.user + used.system) / 1000);
    last = process.cpuUsage();
  };
  const watch = setInterval(() => {
    look();
    controller.abort(reason);
  }, 1);
  const params = { ...smallParams(subject.algorithm.name), ...LONG };
  try {
    const fitting = subject.algorithm.fit(big.x, big.target, params, fitContext({ signal: controller.signal, random: createRandom(2) }));
    const outcome = await fitting.catch((error: unknown) => error);
    // A fit that ends before its first yield cannot be cancelled. With these settings most fits would take minutes.
    if (controller.signal.aborted) expect(outcome).toBe(reason);
  } finally {
    clearInterval(watch);
  }
  look();
  return longest;
}

/** Parameters with which every fit takes long. */
const LONG = { trees: 2000, rounds: 2000, epochs: 5000, clusters: 50, starts: 100, ridge: 0, maxIterations: 10_000 };
