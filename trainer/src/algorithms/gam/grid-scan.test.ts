import { createYielder } from "../../numeric/yield-to-event-loop.js";
import { fitContext } from "../../testing/fit-context.js";
import { fitPenalised, type PenalisedLeastSquares } from "./criterion.js";
import { criterionGradient } from "./gradient.js";
import { gridScan } from "./grid-scan.js";
import { createSmoothingContext } from "./smoothing.js";

/**
 * A problem with two smoothing parameters of two coefficients each, and one coefficient without. Columns are sine waves, and the
 * target is a mixture of some of them.
 */
function problem(): PenalisedLeastSquares {
  const coefficientCount = 5;
  const rows = 60;
  const x = (i: number, a: number) => Math.sin((i + 1) * (a + 1) * 0.37) + 0.3 * Math.cos(i * 0.11 + a);
  const y = (i: number) => x(i, 0) + 0.4 * x(i, 3) + Math.sin(i * i);
  const mean = (value: (i: number) => number) => Array.from({ length: rows }, (_, i) => value(i)).reduce((sum, each) => sum + each) / rows;
  return {
    moments: {
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
    groups: Int32Array.of(0, 0, -1, 1, 1),
    knownVariance: false,
    freedomCost: 1.4,
  };
}

test("finds the best value of each smoothing parameter and its criterion, as full fits with the others fixed do", async () => {
  const asked = problem();
  const work = createSmoothingContext(asked, createYielder(fitContext()));
  const logSmoothings = Float64Array.of(2, -3);
  const fit = await fitPenalised(asked, logSmoothings, work);
  const { bestLogs, criteria } = await gridScan(asked, { logSmoothings, fit }, criterionGradient(asked, fit, 2).shrinkage, work);
  for (let i = 0; i < 2; i++) {
    const fits: { log: number; criterion: number }[] = [];
    for (let log = -16; log <= 16; log++)
      fits.push({ log, criterion: (await fitPenalised(asked, logSmoothings.with(i, log), work)).criterion });
    const least = fits.reduce((one, other) => (other.criterion < one.criterion ? other : one));
    expect(criteria[i]).toBeCloseTo(least.criterion, 8);
    expect(bestLogs[i]).toBe(least.log);
    expect(least.criterion).toBeLessThan(fit.criterion);
  }
});
