/** Hours of a time zone whose clocks change: decision 91. */
import { HOUR_MS, utcToZonedTime, zonedTimeToUtc } from "../../data/tables/zoned-time.js";
import { resampleToPeriods } from "../../data/time-series/periods.js";
import { loadServingModel } from "../../model/serving/serving-model.js";
import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";

const timezone = "Europe/Berlin";
const hours = (from: string, to: string) =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / HOUR_MS }, (_, i) => Date.parse(from) + i * HOUR_MS);
/** Demand of a works from 6 to 22 o'clock by the clock. */
const demandAt = (instant: number) => {
  const hour = new Date(utcToZonedTime(instant, timezone)).getUTCHours();
  return hour >= 6 && hour < 22 ? 100 + 3 * hour : 20;
};
const request = (algorithm: string) =>
  modelRequest("REGRESSION", algorithm, {
    response: "y",
    columns: [],
    timeSeries: { time: "when", lags: 1, horizon: 48 },
    layers: [{ nodes: [{ algorithm }] }],
  });
/** A file without offsets: both hours of the repeated local time are read as one instant. */
const asWritten = (instant: number) => new Date(zonedTimeToUtc(utcToZonedTime(instant, timezone), timezone));

test.each([
  ["in autumn", "2023-10-01T22:00Z", "2023-10-28T22:00Z"],
  ["in spring", "2023-03-01T23:00Z", "2023-03-25T23:00Z"],
])("forecasts over a change of clocks %s follow the clocks, also those of the saved model", async (_when, from, to) => {
  const random = createRandom(3);
  const known = hours(from, to);
  const table = createTable({ when: known.map(asWritten), y: known.map((at) => demandAt(at) + random.normal()) });
  for (const algorithm of ["ETS", "SNaive"]) {
    const { info, artifact } = await trainOnTable(table, request(algorithm), timezone);
    const steps = info.forecast?.steps ?? [];
    expect(steps.map(({ time }) => Date.parse(time))).toEqual(Array.from(steps, (_, i) => Date.parse(to) + i * HOUR_MS));
    for (const { time, value } of steps) expect(Math.abs((value ?? 0) - demandAt(Date.parse(time)))).toBeLessThan(6);
    const { value } = loadServingModel(artifact).predict(steps.map(({ time }) => ({ when: time })));
    expect(value).toEqual(steps.map((step) => step.value));
  }
});

test.each([
  ["in autumn", "2023-09-05T22:00Z", "2023-10-28T22:00Z"],
  ["in spring", "2023-02-01T23:00Z", "2023-03-25T23:00Z"],
])("forecasts of a model of lags over a change of clocks %s follow the clocks", async (_when, from, to) => {
  const random = createRandom(3);
  const known = hours(from, to);
  const demand = (at: number) => demandAt(at) * (new Date(utcToZonedTime(at, timezone)).getUTCDay() % 6 === 0 ? 0.5 : 1);
  const table = createTable({ when: known.map(asWritten), y: known.map((at) => demand(at) + random.normal()) });
  const asked = request("XGB");
  const timeSeries = { time: "when", lags: 1, horizon: 48, lagInputs: "proposed" as const };
  const { info, artifact } = await trainOnTable(table, { ...asked, timeSeries }, timezone);
  const steps = info.forecast?.steps ?? [];
  const errors = steps.map(({ time, value }) => Math.abs((value ?? 0) - demand(Date.parse(time))));
  expect(Math.max(...errors)).toBeLessThan(15);
  const model = loadServingModel(artifact);
  const [next] = [...(model.nextPeriods?.(model.toTable([])) ?? [])];
  expect(next?.value).toEqual(steps.map(({ value }) => value));
});

test.each([
  ["in autumn", "2023-10-01T22:00Z", "2023-11-20T23:00Z", "2023-10-29T01:00Z"],
  ["in spring", "2023-03-01T23:00Z", "2023-04-20T22:00Z", "2023-03-26T01:00Z"],
])("outliers over a change of clocks %s are those of the clocks, and are told by instants", async (_when, from, to, change) => {
  const random = createRandom(5);
  const all = hours(from, to);
  const spike = Date.parse(change) + 60 * HOUR_MS;
  const rows = ["A", "B"].flatMap((machine) => all.map((at) => ({ machine, at })));
  const table = createTable({
    when: rows.map(({ at }) => new Date(at)),
    machine: rows.map(({ machine }) => machine),
    y: rows.map(({ machine, at }) => demandAt(at) + random.normal() + (machine === "B" && at === spike ? 40 : 0)),
  });
  const asked = modelRequest("OCC", "Residual", { timeSeries: { time: "when", lags: 1, series: "machine" } });
  const { info, artifact } = await trainOnTable(table, asked, timezone);
  const { anomalies = [], lines = [] } = info.outlier?.series ?? {};
  // A shift begins an hour early after the change where seasons are those of instants: an error of a whole load.
  const large = anomalies.filter(({ value, expected }) => Math.abs(value - expected) > 20);
  expect(large.map(({ series, time }) => [series, time])).toEqual([["B", new Date(spike).toISOString()]]);
  for (const { points } of lines) expect(points.map(({ time }) => Date.parse(time))).toEqual(all.slice(-points.length));
  const later = hours(to, new Date(Date.parse(to) + 48 * HOUR_MS).toISOString());
  const { score = [] } = loadServingModel(artifact).predict(
    later.map((at) => ({ when: new Date(at).toISOString(), machine: "A", y: demandAt(at) })),
  );
  expect(Math.max(...score.map(Number))).toBeLessThan(4);
});

test.each([
  ["with the earliest rows first", (times: Date[]) => times],
  ["with the latest rows first", (times: Date[]) => times.reverse()],
])("each hour of a day of 25 hours is a period of its own, in a file without offsets %s", (_order, arrange) => {
  const known = hours("2023-10-28T22:00Z", "2023-10-30T23:00Z");
  const rows = arrange(known.map((at) => new Date(at)));
  const table = createTable({ when: rows.map((at) => asWritten(at.getTime())), y: rows.map((at) => at.getTime()) });
  const periods = resampleToPeriods(table, { time: "when", columns: ["y"], timezone });
  expect([...periods.times]).toEqual(known);
  expect([...periods.columns[0].values]).toEqual(known);
  expect(periods.warnings).toEqual([]);
});

test("rows of one hour are averaged where no clocks change, and where a file with offsets has both hours", () => {
  const twice = [...hours("2023-10-29T00:00Z", "2023-10-29T04:00Z"), Date.parse("2023-10-29T01:00Z"), Date.parse("2023-10-29T03:00Z")];
  const table = createTable({ when: twice.map((at) => new Date(at)), y: twice.map(() => 1) });
  const periods = resampleToPeriods(table, { time: "when", columns: ["y"], timezone });
  expect(periods.index).toHaveLength(4);
  expect(periods.warnings.map(({ code }) => code)).toEqual(["times_repeated"]);
});
