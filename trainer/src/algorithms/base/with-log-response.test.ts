import { ALGORITHMS, InvalidInput } from "@agatha/contracts";
import type { Matrix, Target } from "../../numeric/matrix.js";
import { createRandom } from "../../numeric/random.js";
import { fitContext } from "../../testing/fit-context.js";
import { REGISTRY } from "../registry.js";
import { smallParams } from "../testing/algorithm-cases.js";
import type { Algorithm, FittedModel } from "./algorithm.js";

type Numbers = Extract<Target, { kind: "number" }>;

/** A response whose logarithm is a line of the columns, with noise. */
function growth(nrow: number, seed: number): { x: Matrix; target: Numbers } {
  const random = createRandom(seed);
  const columns = [0, 1].map(() => Float64Array.from({ length: nrow }, () => random.normal()));
  const values = columns[0].map((first, i) => Math.exp(3 + first + 0.5 * columns[1][i] + 0.5 * random.normal()));
  return { x: { nrow, ncol: 2, columns }, target: { kind: "number", values } };
}

const train = growth(500, 1);
const unseen = growth(2000, 2);
const regressions = Object.values(REGISTRY).filter(({ modelTypes }) =>
  (modelTypes as readonly string[]).includes("REGRESSION"),
) as Algorithm[];

function fit(algorithm: Algorithm, logResponse: boolean, target: Target = train.target): Promise<FittedModel> {
  const params = ALGORITHMS[algorithm.name].params.parse({ ...smallParams(algorithm.name), logResponse });
  return algorithm.fit(train.x, target, params, fitContext());
}

function rmseOf(model: FittedModel): number {
  const values = model.predict(unseen.x).values!;
  return Math.sqrt(values.reduce((sum, value, i) => sum + (value - unseen.target.values[i]) ** 2, 0) / values.length);
}

describe.each(regressions.map((algorithm) => ({ name: algorithm.name, algorithm })))("$name of the logarithm", ({ algorithm }) => {
  test("answers on the scale of the response, within half of the least and twice the greatest", async () => {
    const values = (await fit(algorithm, true)).predict(unseen.x).values!;
    const learned = train.target.values.toSorted();
    expect(values.every((value) => value >= learned[0] / 2 && value <= 2 * learned[learned.length - 1])).toBe(true);
    const [mean, expected] = [values, unseen.target.values].map((each) => each.reduce((sum, value) => sum + value, 0) / each.length);
    expect(mean / expected).toBeGreaterThan(0.75);
    expect(mean / expected).toBeLessThan(1.25);
  });

  test("predicts the same to the bit after saving and loading, and rejects truncated bytes", async () => {
    const model = await fit(algorithm, true);
    const bytes = model.save();
    const loaded = algorithm.load(bytes);
    expect(loaded.predict(unseen.x)).toEqual(model.predict(unseen.x));
    expect(Buffer.compare(loaded.save(), bytes)).toBe(0);
    expect(() => algorithm.load(bytes.subarray(0, bytes.length - 8))).toThrow();
  });

  test("refuses values of 0 and below, and says how many there are", async () => {
    const values = train.target.values.with(3, 0).with(4, -1);
    const error = await fit(algorithm, true, { kind: "number", values }).then(undefined, (reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidInput);
    expect((error as InvalidInput).message).toMatch(/above 0, and 2 of 500 rows/);
  });
});

test.each(["GLM", "GAM"] as const)("%s of the logarithm errs less where factors multiply", async (name) => {
  const [asItIs, ofLogarithm] = await Promise.all([false, true].map((logResponse) => fit(REGISTRY[name] as Algorithm, logResponse)));
  expect(rmseOf(ofLogarithm)).toBeLessThan(0.9 * rmseOf(asItIs));
});

test("the mean of a linear model's answers is that of the response, since residuals are added before the exponential is averaged", async () => {
  const model = await fit(REGISTRY.GLM as Algorithm, true);
  const answers = model.predict(train.x).values!;
  const ratio = train.target.values.reduce((sum, value, i) => sum + value / answers[i], 0) / answers.length;
  expect(ratio).toBeCloseTo(1, 6);
});

test.each([0, 1, 4])(
  "the mean of answers of nearest neighbours to new rows is that of the response, with distancePower %p",
  async (distancePower) => {
    const [many, others] = [growth(4000, 1), growth(4000, 101)];
    const params = ALGORITHMS.KNN.params.parse({ neighbours: 50, distancePower, logResponse: true });
    const model = await (REGISTRY.KNN as Algorithm).fit(many.x, many.target, params, fitContext());
    const [answered, expected] = [model.predict(others.x).values!, others.target.values].map((each) =>
      each.reduce((sum, value) => sum + value, 0),
    );
    expect(Math.abs(answered / expected - 1)).toBeLessThan(0.05);
  },
);

test("`logResponse` does not change a classification", async () => {
  const target: Target = {
    kind: "class",
    codes: Int32Array.from(train.x.columns[0], (value) => (value > 0 ? 1 : 0)),
    labels: ["low", "high"],
  };
  const models = [false, true].map((logResponse) => fit(REGISTRY.GLM as Algorithm, logResponse, target));
  const [without, asked] = await Promise.all(models);
  expect(asked.save()).toEqual(without.save());
});
