import { InvalidInput } from "@agatha/contracts";
import { createRandom } from "../../random.js";
import { fitContext } from "../../testing/fit-context.js";
import type { Matrix, Target } from "../algorithm.js";
import { createPace } from "../pace.js";
import { glm } from "./index.js";
import { lbfgs } from "./lbfgs.js";
import { createObjective, startAtShares } from "./logistic.js";
import { newton } from "./newton.js";

const a = [0.5, 1.2, -0.3, 2.1, -1.4, 0, 1.7, -0.8, 0.9, -2.2, 1.1, 0.4];
const b = [1, -0.5, 0.3, 0.8, -1.1, 2, -0.7, 0.1, -1.6, 0.6, 1.5, -0.2];
const noise = [0.1, -0.2, 0.3, 0, 0.2, -0.1, 0.05, 0.15, -0.3, 0.2, 0, 0.1];
const y = a.map((_, i) => 3 * a[i] - 2 * b[i] + noise[i]);
const three = [0, 1, 0, 1, 0, 0, 1, 2, 1, 2, 0, 1];
const two = three.map((code) => (code > 0 ? 1 : 0));

const defaults = { ridge: 1e-6, maxIterations: 200 };
const numbers = (values: number[]): Target => ({ kind: "number", values: Float64Array.from(values) });
const classes = (codes: number[], labels = Math.max(...codes) + 1): Target => ({
  kind: "class",
  codes: Int32Array.from(codes),
  labels: Array.from({ length: labels }, (_, k) => `label ${k}`),
});

function matrix(...columns: number[][]): Matrix {
  return { nrow: columns[0].length, ncol: columns.length, columns: columns.map((column) => Float64Array.from(column)) };
}

async function predicted(x: Matrix, target: Target, params = defaults): Promise<number[]> {
  const answer = (await glm.fit(x, target, params, fitContext())).predict(x);
  return [...(answer.values ?? answer.probabilities ?? [])];
}

function expectClose(actual: number[], expected: number[], digits: number): void {
  expected.forEach((value, i) => {
    expect(actual[i]).toBeCloseTo(value, digits);
  });
}

describe("least squares gives what scikit-learn 1.9.1 gives", () => {
  test("LinearRegression", async () => {
    expectClose(await predicted(matrix(a, b), numbers(y), { ...defaults, ridge: 0 }), [-0.45458470980720095, 4.550131944202607], 12);
  });

  test("Ridge(alpha=5)", async () => {
    expectClose(await predicted(matrix(a, b), numbers(y), { ...defaults, ridge: 5 }), [-0.14371984239431468, 3.568865568281134], 12);
  });
});

describe("logistic regression gives what scikit-learn 1.9.1 gives", () => {
  test.each([
    { C: 1, expected: [0.4625747866482514, 0.7661112794799307, 0.5353708005255194] },
    { C: 0.1, expected: [0.5474356828514365, 0.6414535597593182, 0.5646342761712859] },
  ])("two classes, C=$C", async ({ C, expected }) => {
    const probabilities = await predicted(matrix(a, b), classes(two), { ...defaults, ridge: 1 / C });
    expectClose([probabilities[1], probabilities[3], probabilities[5]], expected, 6);
  });

  test.each([
    { C: 1, expected: [0.6648640810699699, 0.23244667299778732, 0.10268924593224288, 0.1530742502759291, 0.8287542626470756] },
    { C: 0.1, expected: [0.4796332936046821, 0.365880545765713, 0.15448616062960505, 0.31734696864743145, 0.570370571289314] },
  ])("three classes, C=$C", async ({ C, expected }) => {
    expectClose(await predicted(matrix(a, b), classes(three), { ...defaults, ridge: 1 / C }), expected, 6);
  });
});

describe("collinear columns", () => {
  const twice = a.map((value) => 2 * value);

  test.each([0, 1e-6])("do not change what least squares predicts, ridge %p", async (ridge) => {
    const expected = await predicted(matrix(a, b), numbers(y), { ...defaults, ridge: 0 });
    expectClose(await predicted(matrix(a, twice, b, a), numbers(y), { ...defaults, ridge }), expected, 5);
  });

  test("do not change what logistic regression predicts", async () => {
    const expected = await predicted(matrix(a, b), classes(two));
    expectClose(await predicted(matrix(a, twice, b), classes(two)), expected, 4);
  });
});

test("classes that a line separates get probabilities of nearly 1", async () => {
  const probabilities = await predicted(matrix(a), classes(a.map((value) => (value > 0.2 ? 1 : 0))));
  a.forEach((value, i) => {
    expect(probabilities[2 * i + 1]).toBeCloseTo(value > 0.2 ? 1 : 0, 2);
  });
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

test("the method for many coefficients finds Newton's optimum", async () => {
  const random = createRandom(3);
  const columns = Array.from({ length: 5 }, () => Array.from({ length: 300 }, () => random.normal()));
  const codes = Int32Array.from(columns[0], (value, i) => (value + columns[1][i] + random.normal() > 0 ? (columns[2][i] > 0 ? 2 : 1) : 0));
  const objective = createObjective(matrix(...columns), codes, 3, 0.5);
  const start = startAtShares(objective, codes);
  const exact = await newton(objective, start, 100, createPace(fitContext()));
  const limited = await lbfgs(objective, start, 1000, createPace(fitContext()));
  expect(limited.converged && exact.converged).toBe(true);
  expectClose([...limited.coefficients], [...exact.coefficients], 3);
  expect(objective.value(limited.coefficients)).toBeCloseTo(objective.value(exact.coefficients), 5);
});

test("missing numbers are refused", async () => {
  await expect(glm.fit(matrix([1, Number.NaN, 3]), numbers([1, 2, 3]), defaults, fitContext())).rejects.toThrow(InvalidInput);
});

test("bytes that are no model are refused", () => {
  expect(() => glm.load(new Uint8Array(16))).toThrow("not a saved GLM");
});
