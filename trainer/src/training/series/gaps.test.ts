import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import { splitSeries } from "../hold-out/series-folds.js";
import type { ModelRequest } from "../plan/plan.js";
import { prepareTrainingSet } from "../preparation/prepare-training-set.js";

const DAY = 86_400_000;
const FORECASTERS = ["ETS", "Theta", "ARIMA", "CES", "Harmonic", "Croston", "SNaive", "Combination"];
const request = (algorithm: string) =>
  modelRequest("REGRESSION", algorithm, { response: "y", timeSeries: { time: "when", lags: 1, horizon: 7 } });
const tableOf = (days: readonly number[], y: number[]) => createTable({ when: days.map((day) => new Date(day * DAY)), y });
const train = (days: readonly number[], y: number[], algorithm: string) => trainOnTable(tableOf(days, y), request(algorithm));

test("the unit of MASE is the change over a season of days, whatever days have no row", async () => {
  const random = createRandom(3);
  const days = Array.from({ length: 420 }, (_, day) => day);
  const values = days.map((day) => 50 + 10 * Math.sin((2 * Math.PI * day) / 7) + random.normal());
  const [all, open] = [days, days.filter((day) => day % 7 !== 3)];
  const naive = [all, open].map(async (kept) => {
    const { info } = await train(
      kept,
      kept.map((day) => values[day]),
      "ETS",
    );
    return info.forecast?.errors[0]?.seasonal_naive_MASE;
  });
  for (const MASE of await Promise.all(naive)) {
    expect(MASE).toBeGreaterThan(0.7);
    expect(MASE).toBeLessThan(1.3);
  }
});

/** A random walk with steps of deviation 1, of which part of the days have a row. */
function randomWalk(part: number, seed: number) {
  const random = createRandom(seed);
  let value = 100;
  const values = Array.from({ length: 800 }, () => (value += random.normal()));
  return { values, days: values.flatMap((_, day) => (random.next() < part ? [day] : [])) };
}

const repeated: ModelRequest = { ...request("SNaive"), layers: [{ nodes: [{ algorithm: "SNaive", params: { season: 1 } }] }] };

test("where days have no row, a forecaster and a model of lags are judged from the same days on, the day after a value", async () => {
  const { values, days } = randomWalk(0.5, 8);
  const table = tableOf(
    days,
    days.map((day) => values[day]),
  );
  const [forecaster, lags] = await Promise.all([repeated, request("GLM")].map((asked) => trainOnTable(table, asked)));
  const starts = lags.forecastErrors?.keys ?? [];
  expect(starts.length).toBeGreaterThan(50);
  expect(forecaster.forecastErrors?.keys.slice(-starts.length)).toEqual(starts);
  expect(forecaster.info.validation.heldOutRows - lags.info.validation.heldOutRows).toBeLessThan(2);
  // No forecast errs by less than the steps do.
  expect(forecaster.info.indicators.RMSE).toBeGreaterThan(0.9);
});

test("a forecaster of 100,000 hours is judged at those right after a value alone", () => {
  const hours = Array.from({ length: 125_000 }, (_, hour) => hour).filter((hour) => hour % 5 < 4);
  const table = createTable({ when: hours.map((hour) => new Date((hour * DAY) / 24)), y: hours.map((hour) => hour % 24) });
  const { trainingSet } = prepareTrainingSet(repeated, table);
  const [{ heldOut }] = splitSeries(trainingSet.series!).folds;
  expect(heldOut.length).toBeGreaterThan(5000);
  expect(heldOut.filter((row) => hours[trainingSet.datasetRows[row]] % 5 === 0)).toHaveLength(0);
});

test("where few days have the day before, all are judged, and none is predicted from days after it", async () => {
  const { values, days } = randomWalk(1, 8);
  const table = (changed: number) =>
    tableOf(
      days.filter((day) => day % 2 === 0 || day === 5),
      days.filter((day) => day % 2 === 0 || day === 5).map((day) => values[day] + (day === 798 ? changed : 0)),
    );
  const [one, other] = await Promise.all([0, 50].map((changed) => trainOnTable(table(changed), repeated)));
  expect(one.info.validation.heldOutRows).toBe(81);
  const valuesOf = (result: typeof one) => result.predictions.prediction.value;
  expect(valuesOf(other)).toEqual(valuesOf(one));
});

test.each([
  ["SNaive", 0.3, true],
  ["GLM", 0.3, true],
  ["SNaive", 0.7, false],
])("%s of days of which a share of %s has a row tells whether zeros may be missing: %s", async (algorithm, part, expected) => {
  const { values, days } = randomWalk(part, 8);
  const table = tableOf(
    days,
    days.map((day) => values[day]),
  );
  const { info } = await trainOnTable(table, request(algorithm));
  expect(info.warnings.some(({ code }) => code === "periods_sparse")).toBe(expected);
});

test.each(FORECASTERS)("%s goes on with a series that was constant until a few periods ago, and has a MASE", async (algorithm) => {
  const days = Array.from({ length: 100 }, (_, day) => day);
  const { info } = await train(
    days,
    days.map((day) => (day < 97 ? 0 : 5)),
    algorithm,
  );
  expect(info.forecast?.steps.map(({ value }) => typeof value)).toEqual(new Array(7).fill("number"));
  expect(info.indicators.MASE).toEqual(expect.any(Number));
});
