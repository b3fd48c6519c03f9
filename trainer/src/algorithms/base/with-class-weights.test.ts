import { ALGORITHMS } from "@agatha/contracts";
import type { Matrix, Target } from "../../numeric/matrix.js";
import { createRandom } from "../../numeric/random.js";
import { fitContext } from "../../testing/fit-context.js";
import { REGISTRY } from "../registry.js";
import { smallParams } from "../testing/algorithm-cases.js";
import type { Algorithm, FittedModel } from "./algorithm.js";

interface Rows {
  x: Matrix;
  target: Extract<Target, { kind: "class" }>;
}

/** A tenth of the rows belongs to the rare class; the classes overlap. */
function overlapping(nrow: number, seed: number): Rows {
  const random = createRandom(seed);
  const codes = Int32Array.from({ length: nrow }, (_, i) => (i % 10 === 0 ? 1 : 0));
  const columns = [0, 1].map(() => Float64Array.from(codes, (code) => 1.2 * code + random.normal()));
  return { x: { nrow, ncol: 2, columns }, target: { kind: "class", codes, labels: ["usual", "rare"] } };
}

const train = overlapping(400, 1);
const unseen = overlapping(1000, 2);
const classifiers = Object.values(REGISTRY).filter(({ modelTypes }) =>
  (modelTypes as readonly string[]).includes("CLASSIFICATION"),
) as Algorithm[];

/** SVM's parameter has another name, since the balance is a part of its costs. */
const BALANCES = ["balance", "classBalance"];

async function fit(algorithm: Algorithm, balance: number, { x, target }: Rows = train): Promise<FittedModel> {
  const params = { ...smallParams(algorithm.name), ...Object.fromEntries(BALANCES.map((name) => [name, balance])) };
  return algorithm.fit(x, target, ALGORITHMS[algorithm.name].params.parse(params), fitContext());
}

/** Returns the share of each class's rows that are predicted as rare. */
function predictedRare(model: FittedModel): { usual: number; rare: number } {
  const probabilities = model.predict(unseen.x).probabilities ?? new Float64Array(0);
  const share = (code: number) => {
    const rows = [...unseen.target.codes.keys()].filter((i) => unseen.target.codes[i] === code);
    return rows.filter((i) => probabilities[2 * i + 1] > probabilities[2 * i]).length / rows.length;
  };
  return { usual: share(0), rare: share(1) };
}

describe.each(classifiers.map((algorithm) => ({ name: algorithm.name, algorithm })))("$name", ({ algorithm }) => {
  test("a classifier with class weights finds more of a rare class when its rows weigh more", async () => {
    const [rows, half, alike] = [await fit(algorithm, 0), await fit(algorithm, 0.5), await fit(algorithm, 1)].map(predictedRare);
    expect(half.rare).toBeGreaterThanOrEqual(rows.rare);
    expect(alike.rare).toBeGreaterThan(rows.rare + 0.2);
    expect(alike.rare - alike.usual).toBeGreaterThan(0.2);
  });

  test("a classifier with class weights predicts the same to the bit after saving and loading, and rejects truncated bytes", async () => {
    const model = await fit(algorithm, 1);
    const bytes = model.save();
    const loaded = algorithm.load(bytes);
    expect(loaded.predict(unseen.x)).toEqual(model.predict(unseen.x));
    expect(Buffer.compare(loaded.save(), bytes)).toBe(0);
    expect(() => algorithm.load(bytes.subarray(0, bytes.length - 8))).toThrow();
  });
});

test("naive Bayes with equal class weights is the same as on a table with equally many rows of each class", async () => {
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

test("`balance` does not change a regression", async () => {
  const target: Target = { kind: "number", values: train.x.columns[0] };
  const models = [0, 1].map((balance) => REGISTRY.GLM.fit(train.x, target, ALGORITHMS.GLM.params.parse({ balance }), fitContext()));
  const [without, asked] = await Promise.all(models);
  expect(asked.save()).toEqual(without.save());
});
