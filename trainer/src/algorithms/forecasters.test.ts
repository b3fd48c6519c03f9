/** Requirements on every forecaster. */
import { ALGORITHMS, isForecaster } from "@agatha/contracts";
import type { Matrix, Target } from "../numeric/matrix.js";
import { createRandom } from "../numeric/random.js";
import { seriesPlace } from "../numeric/series/series-places.js";
import { fitContext } from "../testing/fit-context.js";
import type { Algorithm } from "./base/algorithm.js";
import type { FittedForecast } from "./base/fitted-forecast.js";
import { REGISTRY } from "./registry.js";

const forecasters = Object.values<Algorithm>(REGISTRY).filter(({ name }) => isForecaster(name));

const periods = (from: number, to: number): Float64Array => Float64Array.from({ length: to - from }, (_, i) => from + i);
const asMatrix = (column: Float64Array): Matrix => ({ nrow: column.length, ncol: 1, columns: [column] });
const valuesOf = (model: FittedForecast, at: Float64Array): number[] => [...(model.predict(asMatrix(at)).values ?? [])];

/** Trend and a season of four, with noise. */
function quarters(count: number): Float64Array {
  const random = createRandom(4);
  return Float64Array.from({ length: count }, (_, t) => 50 + 0.5 * t + [8, -3, -9, 4][t % 4] + random.normal());
}

async function fit(algorithm: Algorithm, at: Float64Array, values: Float64Array, season = 4): Promise<FittedForecast> {
  const params = { ...ALGORITHMS[algorithm.name].params.parse({}), season };
  const target: Target = { kind: "number", values };
  return (await algorithm.fit(asMatrix(at), target, params as never, fitContext())) as FittedForecast;
}

describe.each(forecasters.map((algorithm) => ({ name: algorithm.name, algorithm })))("$name", ({ algorithm }) => {
  const history = quarters(60);

  test("goes on with a season better than the mean of the past does", async () => {
    // Intermittent demand has a mean alone.
    if (algorithm.name === "Croston") return;
    const model = await fit(algorithm, periods(0, 52), history.subarray(0, 52));
    const ahead = valuesOf(model, periods(52, 60));
    const mean = history.subarray(44, 52).reduce((sum, value) => sum + value, 0) / 8;
    const error = (of: (i: number) => number) => ahead.reduce((sum, _, i) => sum + Math.abs(history[52 + i] - of(i)), 0);
    expect(error((i) => ahead[i])).toBeLessThan(0.9 * error(() => mean));
  });

  test("a forecaster predicts the same to the bit after saving and loading, and rejects what is no such model", async () => {
    const model = await fit(algorithm, periods(0, 60), history);
    const bytes = model.save();
    const loaded = algorithm.load(bytes) as FittedForecast;
    expect(valuesOf(loaded, periods(0, 70))).toEqual(valuesOf(model, periods(0, 70)));
    expect(Buffer.compare(loaded.save(), bytes)).toBe(0);
    expect(Buffer.compare((await fit(algorithm, periods(0, 60), history)).save(), bytes)).toBe(0);
    for (const wrong of [new Uint8Array(0), new Uint8Array(64).fill(7), bytes.subarray(0, bytes.length - 8)])
      expect(() => algorithm.load(wrong)).toThrow();
  });

  test("goes on from later values with the same parameters, and forecasts a period from the periods before it alone", async () => {
    const model = await fit(algorithm, periods(0, 40), history.subarray(0, 40));
    const later = model.continueWith([periods(40, 50)], history.subarray(40, 50));
    expect(valuesOf(later, periods(0, 40))).toEqual(valuesOf(model, periods(0, 40)));
    expect(valuesOf(later, Float64Array.of(40))[0]).toBeCloseTo(valuesOf(model, Float64Array.of(40))[0], 8);
    const changed = history.slice(40, 50).map((value, i) => (i === 9 ? value + 100 : value));
    expect(valuesOf(model.continueWith([periods(40, 50)], changed), periods(0, 50))).toEqual(valuesOf(later, periods(0, 50)));
  });

  test("a forecaster fits each of several series by itself, goes on with the one that has later values, and knows no other", async () => {
    const second = history.map((value) => 10 * value + 3);
    const place = (numbers: Float64Array) => numbers.map((number) => number + seriesPlace(1));
    const both = await fit(
      algorithm,
      Float64Array.of(...periods(0, 40), ...place(periods(0, 40))),
      Float64Array.of(...history.subarray(0, 40), ...second.subarray(0, 40)),
    );
    const alone = await fit(algorithm, periods(0, 40), second.subarray(0, 40));
    expect(valuesOf(both, place(periods(0, 50)))).toEqual(valuesOf(alone, periods(0, 50)));
    expect(valuesOf(algorithm.load(both.save()) as FittedForecast, place(periods(0, 50)))).toEqual(valuesOf(alone, periods(0, 50)));
    const later = both.continueWith([place(periods(40, 50))], second.subarray(40, 50));
    const only = both.ofSeries(1);
    expect([only.knows(0), only.knows(1)]).toEqual([false, true]);
    expect(valuesOf(only.continueWith([place(periods(40, 50))], second.subarray(40, 50)), place(periods(45, 55)))).toEqual(
      valuesOf(later, place(periods(45, 55))),
    );
    expect(valuesOf(later, place(periods(45, 55)))).toEqual(
      valuesOf(alone.continueWith([periods(40, 50)], second.subarray(40, 50)), periods(45, 55)),
    );
    expect(valuesOf(later, periods(0, 50))).toEqual(valuesOf(both, periods(0, 50)));
    expect(valuesOf(both, Float64Array.of(seriesPlace(2)))).toEqual([Number.NaN]);
  });

  test("goes on with a week of hours beside the day, also after saving and with later values, where it is asked to", async () => {
    if (!("longerSeason" in ALGORITHMS[algorithm.name].params.shape)) return;
    const random = createRandom(6);
    const week = (t: number) => (Math.floor(t / 24) % 7 < 5 ? 6 : -15);
    const load = Float64Array.from({ length: 24 * 28 }, (_, t) => 100 + 10 * Math.sin((2 * Math.PI * t) / 24) + week(t) + random.normal());
    const known = 24 * 25;
    const target: Target = { kind: "number", values: load.subarray(0, known) };
    const fitWith = async (longerSeasons: number[]) =>
      (await algorithm.fit(asMatrix(periods(0, known)), target, { season: 24, longerSeasons } as never, fitContext())) as FittedForecast;
    const ahead = periods(known, known + 72);
    const errorOf = (model: FittedForecast) =>
      valuesOf(model, ahead).reduce((sum, value, i) => sum + Math.abs(value - load[known + i]) / ahead.length, 0);
    const both = await fitWith([168]);
    expect(errorOf(both)).toBeLessThan(2);
    expect(errorOf(both)).toBeLessThan(0.3 * errorOf(await fitWith([])));
    const loaded = algorithm.load(both.save()) as FittedForecast;
    expect(valuesOf(loaded, ahead)).toEqual(valuesOf(both, ahead));
    const later = loaded.continueWith([periods(known, known + 24)], load.subarray(known, known + 24));
    expect(errorOf(later)).toBeLessThan(4);
  });

  test("follows a day of quarter hours, also after saving and with later values", async () => {
    // Intermittent demand has a mean alone.
    if (algorithm.name === "Croston") return;
    const random = createRandom(3);
    const load = Float64Array.from({ length: 96 * 11 }, (_, t) => 100 + 40 * Math.sin((2 * Math.PI * t) / 96) + 2 * random.normal());
    const known = 96 * 9;
    const errorOf = (model: FittedForecast, at: Float64Array) =>
      valuesOf(model, at).reduce((sum, value, i) => sum + Math.abs(value - load[at[i]]) / at.length, 0);
    const model = await fit(algorithm, periods(0, known), load.subarray(0, known), 96);
    expect(errorOf(model, periods(known, known + 96))).toBeLessThan(4);
    const loaded = algorithm.load(model.save()) as FittedForecast;
    const later = loaded.continueWith([periods(known, known + 40)], load.subarray(known, known + 40));
    expect(errorOf(later, periods(known + 40, known + 136))).toBeLessThan(4);
  });

  test("a forecaster counts periods from any number, and fills gaps", async () => {
    const shifted = await fit(algorithm, periods(100, 160), history);
    expect(valuesOf(shifted, periods(160, 164))).toEqual(valuesOf(await fit(algorithm, periods(0, 60), history), periods(60, 64)));
    const kept = periods(0, 60).filter((period) => period % 17 !== 5);
    const gappy = await fit(
      algorithm,
      kept,
      kept.map((period) => history[period]),
    );
    expect(valuesOf(gappy, periods(60, 64)).every(Number.isFinite)).toBe(true);
  });

  test("periods in a gap and the one after it are forecast from the values before the gap, also after saving", async () => {
    const isKept = (period: number) => period < 40 || period > 44;
    const kept = periods(0, 60).filter(isKept);
    const model = await fit(
      algorithm,
      kept,
      kept.map((period) => history[period]),
    );
    const loaded = algorithm.load(model.save()) as FittedForecast;
    const changed = loaded.continueWith([Float64Array.of(45)], Float64Array.of(history[45] + 100));
    expect(valuesOf(changed, periods(0, 46))).toEqual(valuesOf(model, periods(0, 46)));
    expect(valuesOf(changed, Float64Array.of(46))).not.toEqual(valuesOf(model, Float64Array.of(46)));
    expect(loaded.stepsAhead(Float64Array.of(0, 1, 40, 44, 45, 46, 62))).toEqual(Float64Array.of(Number.NaN, 1, 1, 5, 6, 1, 3));
  });

  test("a gap after the first values is forecast near the series", async () => {
    const kept = periods(0, 60).filter((period) => period < 2 || period > 5);
    const model = await fit(
      algorithm,
      kept,
      kept.map((period) => history[period]),
    );
    expect(valuesOf(model, periods(0, 65)).every(Number.isFinite)).toBe(true);
    const errors = valuesOf(model, periods(2, 60)).map((value, i) => Math.abs(value - history[2 + i]));
    // A process that takes what came before the series as 0 is farther off.
    expect(Math.max(...errors)).toBeLessThan(45);
  });

  test("goes on from a value of 0, which has no logarithm", async () => {
    const growing = history.map((value, t) => value * 1.05 ** t);
    const later = (await fit(algorithm, periods(0, 50), growing.subarray(0, 50))).continueWith([periods(50, 52)], Float64Array.of(0, 0));
    expect(valuesOf(later, periods(0, 60)).every(Number.isFinite)).toBe(true);
  });

  test("a forecaster has no value before its series", async () => {
    expect(valuesOf(await fit(algorithm, periods(5, 60), history.subarray(5)), Float64Array.of(4, Number.NaN))).toEqual([
      Number.NaN,
      Number.NaN,
    ]);
  });

  test.each<[string, Float64Array]>([
    ["one value", Float64Array.of(3)],
    ["two values", Float64Array.of(3, 4)],
    ["five values", Float64Array.of(3, 4, 2, 5, 3)],
    ["a season and a half", quarters(6)],
    ["the same value throughout", new Float64Array(30).fill(7)],
    ["only zeros", new Float64Array(30)],
    ["a value and then zeros", new Float64Array(30).fill(5, 0, 1)],
    ["negative values", quarters(40).map((value) => -value)],
    ["huge values", quarters(40).map((value) => value * 1e200)],
    ["tiny values", quarters(40).map((value) => value * 1e-200)],
    ["a straight line", periods(0, 40)],
    ["one outlier", quarters(40).map((value, t) => (t === 20 ? 1e9 : value))],
    ["a season of twelve in forty values, unasked", quarters(40).map((value, t) => value + 40 * Math.sin((2 * Math.PI * t) / 12))],
  ])("forecasts finite numbers from %s", async (_title, values) => {
    const model = await fit(algorithm, periods(0, values.length), values);
    expect(valuesOf(model, periods(values.length, values.length + 20)).every(Number.isFinite)).toBe(true);
    expect(valuesOf(model, periods(0, values.length)).every(Number.isFinite)).toBe(true);
  });

  test("a cancelled fit rejects with the reason", async () => {
    const controller = new AbortController();
    controller.abort(new Error("cancelled"));
    const target: Target = { kind: "number", values: history };
    const params = { ...ALGORITHMS[algorithm.name].params.parse({}), season: 4 };
    const fitting = algorithm.fit(asMatrix(periods(0, 60)), target, params as never, fitContext({ signal: controller.signal }));
    await expect(fitting).rejects.toThrow("cancelled");
  });
});
