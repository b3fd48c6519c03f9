/** references/glm.py computes the figures with scikit-learn. */
import { InvalidInput } from "@agatha/contracts";
import type { Matrix, Target } from "../../numeric/matrix.js";
import { createRandom } from "../../numeric/random.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import { fitContext } from "../../testing/fit-context.js";
import { matrix } from "../../testing/matrix.js";
import { describeAgainstPeer, type PeerFigures } from "../../testing/peer-comparison.js";
import { referenceFigures } from "../../testing/reference-figures.js";
import { glm } from "./index.js";
import { lbfgs } from "./lbfgs.js";
import { createObjective, interceptOnlyStart } from "./logistic.js";
import { newton } from "./newton.js";
import { createPreconditioner } from "./preconditioner.js";

interface Figures {
  rows: { a: number[]; b: number[]; y: number[]; three: number[] };
  numbers: { title: string; ridge: number; predictions: number[] }[];
  classes: { title: string; codes: number[]; ridge: number; probabilities: number[] }[];
  held_out: PeerFigures;
}

const figures = referenceFigures<Figures>("glm");
const { a, b, y, three } = figures.rows;

const defaults = { ridge: 1e-6, maxIterations: 200, balance: 0, logResponse: false };
const numbers = (values: number[]): Target => ({ kind: "number", values: Float64Array.from(values) });
const classes = (codes: number[], labels = Math.max(...codes) + 1): Target => ({
  kind: "class",
  codes: Int32Array.from(codes),
  labels: Array.from({ length: labels }, (_, k) => `label ${k}`),
});

async function predicted(x: Matrix, target: Target, params = defaults): Promise<number[]> {
  const answer = (await glm.fit(x, target, params, fitContext())).predict(x);
  return [...(answer.values ?? answer.probabilities ?? [])];
}

function expectClose(actual: number[], expected: number[], digits: number): void {
  expect(actual).toHaveLength(expected.length);
  expected.forEach((value, i) => {
    expect(actual[i]).toBeCloseTo(value, digits);
  });
}

describe("least squares predicts the same as scikit-learn", () => {
  test.each(figures.numbers)("$title", async ({ ridge, predictions }) => {
    expectClose(await predicted(matrix(a, b), numbers(y), { ...defaults, ridge }), predictions, 10);
  });
});

describe("logistic regression predicts the same as scikit-learn", () => {
  test.each(figures.classes)("$title", async ({ codes, ridge, probabilities }) => {
    expectClose(await predicted(matrix(a, b), classes(codes), { ...defaults, ridge }), probabilities, 6);
  });
});

describeAgainstPeer(glm, defaults, figures.held_out);

describe("collinear columns", () => {
  const twice = a.map((value) => 2 * value);

  test.each([0, 1e-6])("collinear columns do not change what least squares predicts, ridge %p", async (ridge) => {
    const expected = await predicted(matrix(a, b), numbers(y), { ...defaults, ridge: 0 });
    expectClose(await predicted(matrix(a, twice, b, a), numbers(y), { ...defaults, ridge }), expected, 5);
  });

  test("collinear columns do not change what logistic regression predicts", async () => {
    const expected = await predicted(matrix(a, b), classes(figures.classes[0].codes));
    expectClose(await predicted(matrix(a, twice, b), classes(figures.classes[0].codes)), expected, 4);
  });
});

test("separable classes get probabilities near 0 and 1", async () => {
  const probabilities = await predicted(matrix(a), classes(a.map((value) => (value > 0.2 ? 1 : 0))));
  a.forEach((value, i) => {
    expect(probabilities[2 * i + 1]).toBeCloseTo(value > 0.2 ? 1 : 0, 2);
  });
});

test("separated classes of columns that are nearly the same generalise", async () => {
  const random = createRandom(5);
  const [kinds, sources, width] = [6, 4, 40];
  const normals = (count: number) => Array.from({ length: count }, () => random.normal());
  const centers = Array.from({ length: kinds }, () => normals(sources));
  const mixing = Array.from({ length: width }, () => normals(sources));
  const draw = (rows: number) => {
    const codes = Array.from({ length: rows }, (_, i) => i % kinds);
    const latent = codes.map((code) => centers[code].map((value) => value + 0.45 * random.normal()));
    const columns = mixing.map((weights) =>
      latent.map((row) => weights.reduce((sum, w, s) => sum + w * row[s], 0) + 0.05 * random.normal()),
    );
    return { codes, x: matrix(...columns) };
  };
  const [train, unseen] = [draw(90), draw(600)];
  const { probabilities = new Float64Array(0) } = (await glm.fit(train.x, classes(train.codes), defaults, fitContext())).predict(unseen.x);
  const right = unseen.codes.filter((code, i) => {
    const row = probabilities.subarray(i * kinds, (i + 1) * kinds);
    return row.indexOf(Math.max(...row)) === code;
  });
  expect(right.length / unseen.codes.length).toBeGreaterThan(0.87);
});

test("a label without rows has probability 0", async () => {
  const probabilities = await predicted(
    matrix(a, b),
    classes(
      three.map((code) => (code === 1 ? 3 : code)),
      5,
    ),
  );
  for (let i = 0; i < a.length; i++) {
    expect(probabilities[5 * i + 1]).toBe(0);
    expect(probabilities[5 * i + 4]).toBe(0);
    expect(probabilities.slice(5 * i, 5 * i + 5).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
  }
});

test.each([
  ["with the curvature at the start", { curved: true, most: 40, digits: 3 }],
  ["by the gradients alone", { curved: false, most: 1000, digits: 2 }],
])("L-BFGS finds the optimum of Newton's method, %s", async (_title, { curved, most, digits }) => {
  const random = createRandom(3);
  const [first, second, ...others] = Array.from({ length: 5 }, () => Array.from({ length: 300 }, () => random.normal()));
  const codes = Int32Array.from(first, (value, i) => (value + second[i] + random.normal() > 0 ? (others[0][i] > 0 ? 2 : 1) : 0));
  // A column that is nearly collinear with the first, in another unit.
  const alike = first.map((value, i) => 100 * (value + 0.1 * others[1][i]));
  const objective = createObjective(matrix(first, second, ...others, alike), codes, 3, 0.5);
  const start = interceptOnlyStart(objective, codes);
  const yieldToEventLoop = createYielder(fitContext());
  const exact = await newton(objective, start, 100, yieldToEventLoop);
  interceptOnlyStart(objective, codes);
  const preconditioner = curved ? await createPreconditioner(objective, yieldToEventLoop) : undefined;
  const limited = await lbfgs(objective, start, { maxIterations: most, preconditioner }, yieldToEventLoop);
  expect(limited.converged && exact.converged).toBe(true);
  expectClose([...limited.coefficients], [...exact.coefficients], digits);
  expect(objective.evaluate(limited.coefficients).loss).toBeCloseTo(objective.evaluate(exact.coefficients).loss, digits + 2);
});

test("GLM rejects missing numbers", async () => {
  const x = matrix([1, Number.NaN, 3]);
  await expect(glm.fit(x, numbers([1, 2, 3]), defaults, fitContext())).rejects.toThrow(InvalidInput);
  await expect(glm.fit(x, classes([0, 1, 0], 2), defaults, fitContext())).rejects.toThrow(InvalidInput);
  await expect(glm.fit(x, classes([0, 0, 0], 1), defaults, fitContext())).rejects.toThrow(InvalidInput);
});

test("GLM rejects bytes that are not a model", () => {
  expect(() => glm.load(new Uint8Array(16))).toThrow("not a saved GLM");
});
