import { ALGORITHMS } from "@agatha/contracts";
import { requireNumbers } from "../../data/tables/table.js";
import type { Matrix } from "../../numeric/matrix.js";
import { createRandom } from "../../numeric/random.js";
import { seriesPlace } from "../../numeric/series/series-places.js";
import { takeNumbers } from "../../numeric/take-numbers.js";
import { vegaDatasetPath } from "../../testing/dataset-files.js";
import { fitContext } from "../../testing/fit-context.js";
import { readCsv } from "../../testing/read-csv.js";
import { type FittedDetector, residual } from "./index.js";

const SEASON = 7;

/** Weeks of days with noise of deviation 1. */
function days(count: number, seed = 1): Float64Array {
  const random = createRandom(seed);
  return Float64Array.from({ length: count }, (_, t) => 100 + [6, 2, -1, -4, 0, 3, -6][t % SEASON] + random.normal());
}

const asMatrix = (values: Float64Array, from = 0): Matrix => ({
  nrow: values.length,
  ncol: 2,
  columns: [values.map((_, i) => from + i), values],
});

async function fit(x: Matrix): Promise<FittedDetector> {
  const params = { ...ALGORITHMS.Residual.params.parse({}), season: SEASON };
  return (await residual.fit(x, { kind: "none" }, params, fitContext())) as FittedDetector;
}

const scoresOf = (model: FittedDetector, x: Matrix) => model.predict(x).scores ?? new Float64Array(0);

test.each([
  ["one value", "spike", (value: number, t: number) => value + (t === 150 ? 12 : 0)],
  ["all values from a day on", "level_shift", (value: number, t: number) => value + (t >= 150 ? 12 : 0)],
  ["weeks that go the other way from a day on", "season_change", (value: number, t: number) => (t >= 150 ? 200 - value : value)],
] as const)("finds %s as %s", async (_what, kind, change) => {
  const x = asMatrix(days(300).map(change));
  const [found] = (await fit(x)).history(x);
  expect(found.anomalies).toContainEqual(expect.objectContaining({ kind }));
  const first = found.anomalies.find((each) => each.kind === kind);
  expect(Math.abs((first?.from ?? 0) - 150)).toBeLessThan(3);
  const after = found.scores.subarray(150 + 3 * SEASON);
  expect(after.filter((score) => score > 4).length).toBeLessThan(after.length / 20);
});

test.each([20, 22, 25])("a spike in %i days is not taken for a part of their week", async (count) => {
  const x = asMatrix(days(count).map((value, t) => value + (t === 12 ? 30 : 0)));
  const scores = scoresOf(await fit(x), x);
  expect(Array.from(scores.keys()).filter((t) => scores[t] > 4)).toEqual([12]);
});

test("a level that was accepted is normal from then on, and a return to the old one is not", async () => {
  const model = await fit(asMatrix(days(200)));
  const later = days(60, 2).map((value, t) => value + (t >= 10 && t < 40 ? 15 : 0));
  const scores = scoresOf(model, asMatrix(later, 203));
  expect(Math.min(...scores.subarray(10, 15))).toBeGreaterThan(4);
  expect(Math.max(...scores.subarray(20, 40))).toBeLessThan(5);
  expect(scores[40]).toBeGreaterThan(4);
});

test("rows after the history are judged by those before them, whatever their order in the request", async () => {
  const model = await fit(asMatrix(days(200)));
  const later = asMatrix(days(21, 3), 203);
  const reversed: Matrix = { ...later, columns: later.columns.map((column) => column.slice().reverse()) };
  expect([...scoresOf(model, reversed)].reverse()).toEqual([...scoresOf(model, later)]);
  expect(scoresOf(model, later)).toEqual(scoresOf(model, later));
});

test.each([
  ["of the history", 150],
  ["after it", 201],
])("rows of one period %s are judged by their mean, as they are learned, and score alike", async (_where, period) => {
  const model = await fit(asMatrix(days(200)));
  const [usual] = days(period + 1).subarray(period);
  const rows = (...values: number[]): Matrix => ({
    nrow: values.length + 1,
    ncol: 2,
    columns: [Float64Array.of(...values.map(() => period), period + 1), Float64Array.of(...values, Number.NaN)],
  });
  const [one] = scoresOf(model, rows(usual));
  const [first, second, missing, next] = scoresOf(model, rows(usual - 20, usual + 20, Number.NaN));
  expect(first).toBeCloseTo(one, 9);
  expect([second, missing, next]).toEqual([first, first, 0]);
});

test("the history has values of rows that were not learned from, within it and after it", async () => {
  const values = days(200).map((value, t) => value + (t === 150 || t === 199 ? 12 : 0));
  const all = asMatrix(values);
  const learned = Int32Array.from(values.keys()).filter((t) => t !== 150 && t !== 199);
  const model = await fit({ ...all, nrow: 198, columns: all.columns.map((column) => takeNumbers(column, learned)) });
  const [found] = model.history(all);
  expect(found.values).toEqual(values);
  expect(found.scores).toEqual(scoresOf(model, all));
  expect(Math.min(found.scores[150], found.scores[199])).toBeGreaterThan(4);
});

test.each([
  ["the seventh value of each week", (t: number) => t % SEASON === 0],
  ["three of ten values", (_t: number, chance: number) => chance < 0.3],
  ["just over half of the values", (_t: number, chance: number) => chance < 0.55],
])("where periods have %s, normal values are none, and a later spike is one", async (_what, isKept) => {
  const random = createRandom(3);
  const kept = Int32Array.from(Array(1000).keys()).filter((t) => isKept(t, random.next()));
  const values = Float64Array.from(kept, () => 50 + random.normal());
  const learned = kept.filter((t) => t < 700).length;
  const x = (from: number, to: number): Matrix => {
    const columns = [Float64Array.from(kept.subarray(from, to)), values.subarray(from, to)];
    return { nrow: to - from, ncol: 2, columns };
  };
  const model = await fit(x(0, learned));
  expect(scoresOf(model, x(0, learned)).filter((score) => score > 4).length).toBeLessThan(learned / 100);
  values[learned + 20] += 8;
  const later = scoresOf(model, x(learned, kept.length));
  expect(Array.from(later.keys()).filter((row) => later[row] > 4)).toEqual([20]);
});

test.each([
  ["three days of the week", 7, (t: number) => [0, 2, 4].includes(t % 7), (t: number) => 10 + 20 * (t % 7), 20],
  [
    "three days of the week, of which some have none",
    7,
    (t: number) => [0, 2, 4].includes(t % 7) && t % 11 !== 0,
    (t: number) => 10 + 20 * (t % 7),
    20,
  ],
  [
    "the hours of work",
    24,
    (t: number) => t % 24 >= 8 && t % 24 <= 18,
    (t: number) => 100 + 500 * Math.sin((Math.PI * ((t % 24) - 7)) / 12),
    60,
  ],
])("a spike in values of %s is found by their season", async (_what, season, isKept, level, spike) => {
  const random = createRandom(3);
  const periods = Float64Array.from(Array(100 * season).keys()).filter(isKept);
  const values = Float64Array.from(periods, (t) => level(t) + random.normal());
  const learned = Math.floor(0.7 * periods.length);
  const x = (from: number, to?: number): Matrix => ({
    nrow: (to ?? periods.length) - from,
    ncol: 2,
    columns: [periods.slice(from, to), values.slice(from, to)],
  });
  const params = { ...ALGORITHMS.Residual.params.parse({}), season };
  const model = (await residual.fit(x(0, learned), { kind: "none" }, params, fitContext())) as FittedDetector;
  values[learned + 20] += spike;
  const later = scoresOf(model, x(learned));
  expect(later[20]).toBeGreaterThan(10);
  expect(later.filter((score) => score > 4).length).toBeLessThan(1 + later.length / 100);
  expect(scoresOf(residual.load(model.save()) as FittedDetector, x(learned))).toEqual(later);
});

test("a change of level in values of eight hours a day is accepted after three quarters of a day's values", async () => {
  const random = createRandom(3);
  const season = 24;
  const periods = Float64Array.from(Array(90 * season).keys()).filter((t) => t % season >= 8 && t % season < 16);
  const values = Float64Array.from(periods, (t) => 100 + 50 * Math.sin((t % season) / 4) + random.normal() + (t >= 65 * season ? 9 : 0));
  const learned = periods.filter((t) => t < 60 * season).length;
  const x = (from: number, to?: number): Matrix => {
    const columns = [periods.slice(from, to), values.slice(from, to)];
    return { nrow: columns[0].length, ncol: 2, columns };
  };
  const params = { ...ALGORITHMS.Residual.params.parse({}), season };
  const model = (await residual.fit(x(0, learned), { kind: "none" }, params, fitContext())) as FittedDetector;
  const later = scoresOf(model, x(learned));
  expect(later.filter((score) => score > 4).length).toBeGreaterThanOrEqual(6);
  expect(later.filter((score) => score > 4).length).toBeLessThan(10);
});

test("a missing value has score 0, and the row after a gap is judged with more room", async () => {
  const model = await fit(asMatrix(days(200)));
  const x: Matrix = { nrow: 2, ncol: 2, columns: [Float64Array.of(203, 223), Float64Array.of(Number.NaN, 96)] };
  const [missing, late] = scoresOf(model, x);
  expect(missing).toBe(0);
  expect(late).toBeLessThan(6);
});

test("a row scores as its worst column, and each series has its own history", async () => {
  const [a, b] = [days(120), days(120, 5).map((value) => value * 10)];
  const periods = Float64Array.from({ length: 240 }, (_, i) => (i < 120 ? i : seriesPlace(1) + i - 120));
  const both = Float64Array.of(...a, ...b);
  const x: Matrix = { nrow: 240, ncol: 3, columns: [periods, both, both.map((value) => -value)] };
  const model = await fit(x);
  expect(model.history(x)).toHaveLength(4);
  const row = (period: number, first: number, second: number): Matrix => ({
    nrow: 1,
    ncol: 3,
    columns: [Float64Array.of(period), Float64Array.of(first), Float64Array.of(second)],
  });
  expect(scoresOf(model, row(120, 100, -1000))[0]).toBeGreaterThan(100);
  expect(scoresOf(model, row(seriesPlace(1) + 120, 1000, -1000))[0]).toBeLessThan(10);
});

test("refuses a row more than 10,000 periods later", async () => {
  const model = await fit(asMatrix(days(100)));
  const late = () => model.predict({ nrow: 1, ncol: 2, columns: [Float64Array.of(10_300), Float64Array.of(1)] });
  expect(late).toThrow(/more than 10000 periods/);
});

test("the residual detector predicts the same to the bit after saving and loading, and rejects what is no such model", async () => {
  const model = await fit(asMatrix(days(100)));
  const bytes = model.save();
  const loaded = residual.load(bytes) as FittedDetector;
  expect(scoresOf(loaded, asMatrix(days(20, 3), 98))).toEqual(scoresOf(model, asMatrix(days(20, 3), 98)));
  expect(Buffer.compare(loaded.save(), bytes)).toBe(0);
  expect(() => residual.load(new Uint8Array(64).fill(7))).toThrow();
  expect(() => model.toOnnx(undefined as never, undefined as never)).toThrow(/ONNX/);
});

test("temperatures around zero have few outliers after three wrong measurements, though those without the season are far from zero", async () => {
  const weather = await readCsv(vegaDatasetPath("seattle-weather.csv"));
  const warmest = requireNumbers(weather, "temp_max").slice();
  for (const [t, error] of [
    [438, 25.5],
    [803, -25.5],
    [1241, 25.5],
  ])
    warmest[t] += error;
  const params = { ...ALGORITHMS.Residual.params.parse({}), season: SEASON, longerSeasons: [365] };
  const x = asMatrix(warmest);
  const model = (await residual.fit(x, { kind: "none" }, params, fitContext())) as FittedDetector;
  const scores = scoresOf(model, x);
  expect([438, 803, 1241].every((t) => scores[t] > 4)).toBe(true);
  expect(scores.filter((score) => score > 4).length).toBeLessThan(15);
});

test("a constant column has a deviation", async () => {
  const model = await fit(asMatrix(new Float64Array(60).fill(5)));
  expect([...scoresOf(model, asMatrix(Float64Array.of(5, 6), 60))]).toEqual([0, expect.any(Number)]);
});

test.each([
  ["periods", 1],
  ["values with gaps between them", 7],
])("hardly any value of a series of few %s is an outlier, though the smoothing fits it closely", async (_what, step) => {
  const random = createRandom(11);
  let flagged = 0;
  for (let series = 0; series < 40; series++) {
    let level = 50;
    const x = asMatrix(Float64Array.from({ length: 6 }, () => (level += random.normal())));
    x.columns[0].forEach((t, i, periods) => {
      periods[i] = t * step;
    });
    flagged += scoresOf(await fit(x), x).filter((score) => score > 4).length;
  }
  expect(flagged).toBeLessThan(3);
});
