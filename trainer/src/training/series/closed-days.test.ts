import { loadServingModel } from "../../model/serving/serving-model.js";
import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";

const HOUR = 3_600_000;
const MONDAY = Date.UTC(2023, 0, 2);
const random = createRandom(5);
const weekdayOf = (time: string) => new Date(time).getUTCDay();

/** Sales by weekday from Monday on, of a shop that is closed on Sundays but for one in Advent. */
const SALES = [20, 22, 25, 24, 40, 60];
const shop = () => {
  const days = Array.from({ length: 371 }, (_, day) => day).filter((day) => day % 7 < 6 || day === 342);
  return createTable({
    when: days.map((day) => new Date(MONDAY + day * 24 * HOUR)),
    y: days.map((day) => (SALES[day % 7] ?? 500) + random.normal()),
  });
};
/** Load from 9 to 17 o'clock, Monday to Friday. */
const works = () => {
  const hours = Array.from({ length: 168 * 12 }, (_, hour) => hour).filter((hour) => hour % 168 < 120 && hour % 24 >= 9 && hour % 24 < 17);
  return createTable({
    when: hours.map((hour) => new Date(MONDAY + hour * HOUR)),
    y: hours.map((hour) => 50 + 10 * ((hour % 24) - 9) + random.normal()),
  });
};
const train = async (table: ReturnType<typeof shop>, algorithm: string, changes = {}) => {
  const request = modelRequest("REGRESSION", "ETS", {
    response: "y",
    timeSeries: { time: "when", lags: 2, ...changes },
    layers: [{ nodes: [{ algorithm }] }],
  });
  return await trainOnTable(table, request);
};

test.each([
  ["ETS", {}],
  ["GLM", { lagInputs: "proposed" }],
])("%s forecasts the open days of a shop alone, and tests itself on them", async (algorithm, changes) => {
  const { info, artifact } = await train(shop(), algorithm, changes);
  const { steps = [], backtest = [], errors = [], period } = info.forecast ?? {};
  expect(period).toEqual({ unit: "weekday", size: 1, open: [0, 1, 2, 3, 4, 5] });
  expect(steps.map(({ time }) => weekdayOf(time))).toEqual([1, 2, 3, 4, 5, 6]);
  steps.forEach(({ value }, i) => {
    expect(Math.abs((value ?? 0) - (SALES[i] ?? 0))).toBeLessThan(4);
  });
  for (const { times } of backtest) expect(times.map(weekdayOf)).not.toContain(0);
  expect(errors[5]?.rows).toBeGreaterThan(10);
  expect(errors[5]?.MASE).toBeLessThan(1.5);
  expect(info.warnings?.map(({ code }) => code)).toEqual(["times_closed"]);
  // An older program would forecast Monday to Friday, so it refuses the file.
  expect(Buffer.from(artifact).toString("latin1")).toContain('"version":2');
});

test("a row on a closed day has no answer, and says why", async () => {
  const { artifact } = await train(shop(), "ETS");
  const { value, warning } = loadServingModel(artifact).predict([{ when: "2024-01-13" }, { when: "2024-01-14" }]);
  expect(value).toEqual([expect.any(Number), null]);
  expect(warning).toEqual([null, expect.stringMatching(/^when lies on a weekday/)]);
});

test("a detector does not judge a row on a closed day, says why, and judges the others", async () => {
  const { artifact } = await trainOnTable(shop(), modelRequest("OCC", "Residual", { timeSeries: { time: "when", lags: 1 } }));
  const rows = [
    { when: "2024-01-13", y: 60 },
    { when: "2024-01-14", y: 0 },
    { when: "2024-01-15", y: 200 },
  ];
  const { value, warning } = loadServingModel(artifact).predict(rows);
  expect(value).toEqual([false, null, true]);
  expect(warning).toEqual([null, expect.stringMatching(/^when lies on a weekday/), null]);
});

test.each([
  ["ETS", {}],
  ["GLM", { lagInputs: "proposed" }],
])("%s forecasts the open hours of a works alone, with the season of a day of eight hours", async (algorithm, changes) => {
  const { info } = await train(works(), algorithm, changes);
  const { steps = [] } = info.forecast ?? {};
  expect(steps.map(({ time }) => time)).toEqual(
    Array.from({ length: 8 }, (_, i) => new Date(MONDAY + (84 * 24 + 9 + i) * HOUR).toISOString()),
  );
  steps.forEach(({ value }, i) => {
    expect(Math.abs((value ?? 0) - 50 - 10 * i)).toBeLessThan(4);
  });
  expect(info.warnings ?? []).toEqual([]);
});
