import { ALGORITHMS } from "@agatha/contracts";
import type { Matrix, Target } from "../../numeric/matrix.js";
import { createRandom } from "../../numeric/random.js";
import { fitContext } from "../../testing/fit-context.js";
import { REGISTRY } from "../registry.js";
import { smallParams } from "../suite/algorithm-cases.js";
import type { Algorithm, FittedModel } from "./algorithm.js";

interface Rows {
  x: Matrix;
  target: Extract<Target, { kind: "class" }>;
}

/** A tenth of the rows is rare; both classes overlap. */
function overlapping(nrow: number, seed: number): Rows {
  const random = createRandom(seed);
  const codes = Int32Array.from({ length: nrow }, (_, i) => (i % 10 === 0 ? 1 : 0));
  const columns = [0, 1].map(() => Float64Array.from(codes, (code) => 1.2 * code + random.normal()));
  return { x: { nrow, ncol: 2, columns }, target: { kind: "class", codes, labels: ["usual", "rare"] } };
}

const train = overlapping(400, 1);
const unseen = overlapping(1000, 2);
const classifiers = Object.values(REGISTRY).filter(({ tasks }) => (tasks as readonly string[]).includes("CLASSIFICATION")) as Algorithm[];

/** SVM has its own name for it, as the balance is within its costs. */
const BALANCES = ["balance", "classBalance"];

async function fit(algorithm: Algorithm, balance: number, { x, target }: Rows = train): Promise<FittedModel> {
  const params = { ...smallParams(algorithm.name), ...Object.fromEntries(BALANCES.map((name) => [name, balance])) };
  return algorithm.fit(x, target, ALGORITHMS[algorithm.name].params.parse(params), fitContext());
}

/** Shares of the rows of each class that are called rare. */
function predictedRare(model: FittedModel): { usual: number; rare: number } {
  const probabilities = model.predict(unseen.x).probabilities ?? new Float64Array(0);
  const share = (code: number) => {
    const rows = [...unseen.target.codes.keys()].filter((i) => unseen.target.codes[i] === code);
    return rows.filter((i) => probabilities[2 * i + 1] > probabilities[2 * i]).length / rows.length;
  };
  return { usual: share(0), rare: share(1) };
}

describe.each(classifiers.map((algorithm) => ({ name: algorithm.name, algorithm })))("$name", ({ algorithm }) => {
  test("finds more of a rare class the more its rows weigh", async () => {
    const [rows, half, alike] = [await fit(algorithm, 0), await fit(algorithm, 0.5), await fit(algorithm, 1)].map(predictedRare);
    expect(half.rare).toBeGreaterThanOrEqual(rows.rare);
    expect(alike.rare).toBeGreaterThan(rows.rare + 0.2);
    expect(alike.rare - alike.usual).toBeGreaterThan(0.2);
  });

  test("answers to the bit the same after it was saved and loaded, and tells damaged bytes", async () => {
    const model = await fit(algorithm, 1);
    const bytes = model.save();
    const loaded = algorithm.load(bytes);
    expect(loaded.predict(unseen.x)).toEqual(model.predict(unseen.x));
    expect(Buffer.compare(loaded.save(), bytes)).toBe(0);
    expect(() => algorithm.load(bytes.subarray(0, bytes.length - 8))).toThrow();
  });
});

test("naive Bayes with classes that weigh alike is that of a table in which they have as many rows", async () => {
  const { x, target } = train;
  const rows = Int32Array.from({ length: x.nrow }, (_, i) => i);
  const repeated = Int32Array.from([...rows].flatMap((i) => new Array<number>(target.codes[i] === 1 ? 9 : 1).fill(i)));
  const even: Rows = {
    x: { nrow: repeated.length, ncol: x.ncol, columns: x.columns.map((column) => Float64Array.from(repeated, (i) => column[i])) },
    target: { ...target, codes: Int32Array.from(repeated, (i) => target.codes[i]) },
  };
  const weighed = (await fit(REGISTRY.BYS as Algorithm, 1)).predict(unseen.x).probabilities ?? [];
  const expected = (await fit(REGISTRY.BYS as Algorithm, 0, even)).predict(unseen.x).probabilities ?? [];
  expect(weighed).toHaveLength(2000);
  weighed.forEach((share, at) => {
    expect(share).toBeCloseTo(expected[at], 6);
  });
});

test("numbers have no classes to weigh", async () => {
  const target: Target = { kind: "number", values: train.x.columns[0] };
  const models = [0, 1].map((balance) => REGISTRY.GLM.fit(train.x, target, ALGORITHMS.GLM.params.parse({ balance }), fitContext()));
  const [without, asked] = await Promise.all(models);
  expect(asked.save()).toEqual(without.save());
});
