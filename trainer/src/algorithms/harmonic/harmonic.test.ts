import { createRandom } from "../../numeric/random.js";
import { fitContext } from "../../testing/fit-context.js";
import { fitFourierTerms } from "./fit-fourier-terms.js";
import { harmonic } from "./index.js";

const wave = (period: number, t: number, phase = 0) => Math.sin((2 * Math.PI * t) / period + phase);

/** Values with slowly changing errors: those of an autoregressive process of order 1. */
function withErrors(length: number, valueAt: (t: number) => number): Float64Array {
  const random = createRandom(3);
  let error = 0;
  return Float64Array.from({ length }, (_, t) => {
    error = 0.7 * error + random.normal();
    return valueAt(t) + error;
  });
}

test.each(["line", "changes"] as const)("the search finds as many harmonics as a season has, by %s", (form) => {
  const values = withErrors(240, (t) => 0.1 * t + 8 * wave(12, t) + 5 * wave(6, t, 1));
  const { slope, waves } = fitFourierTerms(values, [12], form);
  expect(waves.map(({ period }) => period)).toEqual([12, 6]);
  expect(waves[0].sine).toBeGreaterThan(7);
  if (form === "line") expect(slope).toBeCloseTo(0.1, 1);
});

test("a season that slow errors merely resemble has no harmonics", () => {
  expect(
    fitFourierTerms(
      withErrors(240, () => 0),
      [12],
      "line",
    ).waves,
  ).toEqual([]);
});

test("a harmonic that two seasons share counts once", () => {
  const { waves } = fitFourierTerms(
    withErrors(24 * 28, (t) => 8 * wave(24, t) + 8 * wave(168, t)),
    [24, 168],
    "line",
  );
  expect(waves.map(({ period }) => period)).toEqual([24, 168]);
});

test("goes on with a day, a week and a trend of hours", async () => {
  const valueAt = (t: number) => 100 + 0.02 * t + 10 * wave(24, t) + 6 * wave(168, t, 2) + 4 * wave(84, t);
  const values = withErrors(24 * 35, valueAt);
  const model = await harmonic.fit(values, { season: 24, longerSeason: 0, longerSeasons: [168] } as never, fitContext());
  const forecast = harmonic.run(values, model).forecast(7 * 24);
  const errors = forecast.map((value, step) => Math.abs(value - valueAt(values.length + step)));
  // The errors' standard deviation is 1.4.
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(1);
});
