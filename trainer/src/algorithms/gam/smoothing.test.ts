import { createRandom } from "../../numeric/random.js";
import { buildDesignMatrix, penaltiesOf } from "./design.js";
import { createMatrixInverter } from "./matrix-inverse.js";
import { fitPenalised, normalEquations, type PenalisedLeastSquares } from "./penalised-least-squares.js";
import { type SmoothingSearch, selectSmoothing, smoothingDerivatives, startSmoothing, updateSmoothing } from "./smoothing.js";

/**
 * A problem with two smoothing parameters of two coefficients each, and one coefficient without. Columns are sine waves, and the
 * target is a mixture of some of them.
 */
function problem(options: Partial<PenalisedLeastSquares> = {}): PenalisedLeastSquares {
  const coefficientCount = 5;
  const rows = 60;
  const x = (i: number, a: number) => Math.sin((i + 1) * (a + 1) * 0.37) + 0.3 * Math.cos(i * 0.11 + a);
  const y = (i: number) => x(i, 0) + 0.4 * x(i, 3) + Math.sin(i * i);
  const mean = (value: (i: number) => number) => Array.from({ length: rows }, (_, i) => value(i)).reduce((sum, each) => sum + each) / rows;
  return {
    equations: {
      rows,
      coefficientCount,
      gram: Float64Array.from({ length: coefficientCount * coefficientCount }, (_, at) =>
        mean((i) => x(i, Math.floor(at / coefficientCount)) * x(i, at % coefficientCount)),
      ),
      rightHandSide: Float64Array.from({ length: coefficientCount }, (_, a) => mean((i) => x(i, a) * y(i))),
      targetMeanSquare: mean((i) => y(i) ** 2),
      intercept: () => 0,
    },
    penalties: Float64Array.of(3, 0.5, 0, 1, 0.2),
    designEffects: Float64Array.of(1, 2, 1, 4, 1.5),
    groups: Int32Array.of(0, 0, -1, 1, 1),
    count: 2,
    knownVariance: false,
    freedomCost: 1.4,
    ...options,
  };
}

const invert = createMatrixInverter(5, () => undefined);

test("the derivatives are those of small differences", async () => {
  const asked = problem();
  const logs = Float64Array.of(2, -3);
  const { error, degreesOfFreedom } = smoothingDerivatives(asked, await fitPenalised(asked, logs, invert));
  const h = 1e-4;
  for (let i = 0; i < 2; i++) {
    const below = await fitPenalised(asked, logs.with(i, logs[i] - h), invert);
    const above = await fitPenalised(asked, logs.with(i, logs[i] + h), invert);
    expect(error[i]).toBeCloseTo((above.error - below.error) / (2 * h), 7);
    expect(degreesOfFreedom[i]).toBeCloseTo((above.degreesOfFreedom - below.degreesOfFreedom) / (2 * h), 7);
  }
});

test("the fit has the least generalised cross-validation score of a grid", async () => {
  const asked = problem();
  const { criterion } = await selectSmoothing(asked, invert);
  const grid = Array.from({ length: 33 }, (_, at) => at - 16);
  let least = Number.POSITIVE_INFINITY;
  for (const first of grid) {
    for (const second of grid) least = Math.min(least, (await fitPenalised(asked, Float64Array.of(first, second), invert)).criterion);
  }
  expect(criterion).toBeLessThan(least * (1 + 1e-4));
  expect(criterion).toBeGreaterThan(least * 0.99);
});

test("updates lower the unbiased risk until its derivatives are 0", async () => {
  const asked = problem({ knownVariance: true, freedomCost: 1 });
  let search: SmoothingSearch | undefined = { ...startSmoothing(2), logs: Float64Array.of(3, 3) };
  const { criterion: start } = await fitPenalised(asked, search.logs, invert);
  let last = search.logs;
  for (let update = 0; search && update < 100; update++) {
    last = search.logs;
    search = updateSmoothing(asked, await fitPenalised(asked, last, invert), search);
  }
  expect(search).toBeUndefined();
  const { criterion } = await fitPenalised(asked, last, invert);
  expect(criterion).toBeLessThan(start);
  for (const i of [0, 1]) {
    for (const by of [-1, 1]) {
      const other = last.with(i, Math.min(16, last[i] + by));
      expect((await fitPenalised(asked, other, invert)).criterion).toBeGreaterThan(criterion * (1 - 1e-4));
    }
  }
});

test("few fits find the least score where the curves of columns without meaning go to and fro", async () => {
  const random = createRandom(2);
  const noYield = () => undefined;
  const columns = Array.from({ length: 10 }, () => Float64Array.from({ length: 300 }, () => random.normal()));
  const y = columns[0].map((value, i) => value + Math.sin(3 * columns[1][i]) + random.normal());
  const design = await buildDesignMatrix({ nrow: 300, ncol: 10, columns }, { knots: 10 }, noYield);
  const equations = await normalEquations(design, new Float64Array(300).fill(1), y, noYield);
  const invertMatrix = createMatrixInverter(equations.coefficientCount, noYield);
  let fits = 0;
  const fit = await selectSmoothing({ equations, ...penaltiesOf(design.terms), knownVariance: false, freedomCost: 1.4 }, (...asked) => {
    fits++;
    return invertMatrix(...asked);
  });
  // Without rates of its own for each curve, the search ends after 51 fits with a score of 1.138.
  expect(fit.criterion).toBeLessThan(1.13);
  expect(fits).toBeLessThan(20);
});

test("where no degrees of freedom are left, curves become smoother until some are", async () => {
  const asked = problem({ freedomCost: 20 });
  const start = await fitPenalised(asked, new Float64Array(2), invert);
  expect(start.criterion).toBe(Number.POSITIVE_INFINITY);
  expect(Number.isFinite((await selectSmoothing(asked, invert)).criterion)).toBe(true);
});
