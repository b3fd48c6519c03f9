import { InvalidInput } from "@agatha/contracts";
import { requireNumbers } from "../../data/tables/table.js";
import { loadServingModel } from "../../model/serving/serving-model.js";
import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import { seriesInputRows } from "./series-input-rows.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MONDAY = Date.UTC(2024, 0, 1);
const range = (count: number) => Array.from({ length: count }, (_, i) => i);

/** Returns the rows of these times; each value is the number of its row. */
const rowsAt = (times: readonly number[], empty: readonly number[] = []) =>
  createTable({ when: times.map((time) => new Date(time)), y: times.map((_, i) => (empty.includes(i) ? null : i)) });
const mondayToSaturday = (weeks: number, from = MONDAY) =>
  range(7 * weeks)
    .filter((day) => day % 7 < 6)
    .map((day) => from + day * DAY);
/** Hours of shifts from 6 to 14 on six days a week. */
const shifts = (weeks: number, from = MONDAY) =>
  mondayToSaturday(weeks, from).flatMap((day) => range(8).map((hour) => day + (6 + hour) * HOUR));

async function modelOf(times: readonly number[], lags: number) {
  const table = createTable({ when: times.map((time) => new Date(time)), y: times.map((_, i) => ((i * 7919) % 201) + (i % 6)) });
  const timeSeries = { time: "when", lags, horizon: 3 };
  const { artifact } = await trainOnTable(table, modelRequest("REGRESSION", "GLM", { response: "y", timeSeries }));
  const model = loadServingModel(artifact);
  const { inputs, period, lastPeriods } = model;
  const rowsOf = (test: ReturnType<typeof createTable>) =>
    seriesInputRows(test, { inputs, response: "y", timeSeries, timezone: "UTC", period, lastPeriods });
  return { period, rowsOf };
}

const days = modelOf(mondayToSaturday(104), 6);
const hours = modelOf(shifts(20), 8);
const LATER = MONDAY + 120 * 7 * DAY;

test("three weeks of a shop that is closed on Sundays are counted by the open days of its model", async () => {
  const { period, rowsOf } = await days;
  expect(period).toEqual({ unit: "weekday", size: 1, open: [0, 1, 2, 3, 4, 5] });
  const { inputs, rows } = rowsOf(rowsAt(mondayToSaturday(3, LATER)));
  expect([...rows]).toEqual(range(12).map((row) => row + 6));
  for (const lag of [1, 6]) expect([...requireNumbers(inputs, `y_lag_${lag}`)]).toEqual([...rows].map((row) => row - lag));
});

test("a day of shifts follows the day before, whatever few hours a table has, and hours between the shifts have no prediction", async () => {
  const { rowsOf } = await hours;
  const times = shifts(1, LATER).slice(32, 48);
  const { inputs, rows } = rowsOf(rowsAt([...times, times[15] + 2 * HOUR]));
  expect([...rows]).toEqual(range(8).map((row) => row + 8));
  expect([...requireNumbers(inputs, "y_lag_8")]).toEqual(range(8));
});

test.each([
  ["hours", range(240).map((hour) => LATER + hour * HOUR), "days", /when has several rows in one open day/],
  ["weeks", range(30).map((week) => LATER + week * 7 * DAY), "days", /when has no two rows that follow each other by one open day/],
  ["Sundays", [6, 13, 20].map((day) => LATER + day * DAY), "days", /when has no two rows/],
  ["quarters of an hour", range(96).map((quarter) => LATER + (quarter * HOUR) / 4), "hours", /when has several rows in one hour/],
])("%s are refused by a model of another rhythm, and the message says what to send", async (_what, times, model, message) => {
  const { rowsOf } = await { days, hours }[model as "days" | "hours"];
  const refused = () => rowsOf(rowsAt(times));
  expect(refused).toThrow(InvalidInput);
  expect(refused).toThrow(message);
  expect(refused).toThrow("send");
});

test("a row of which any of the last values is missing has no inputs", async () => {
  const { rowsOf } = await days;
  const { rows } = rowsOf(rowsAt(mondayToSaturday(4, LATER), [11]));
  expect([...rows]).toEqual([6, 7, 8, 9, 10, 11, 18, 19, 20, 21, 22, 23]);
});

test("rows that have an answer and not all values before it are told, with what to add", async () => {
  const { rowsOf } = await days;
  const { warnings } = rowsOf(rowsAt(mondayToSaturday(4, LATER), [11]));
  expect(warnings).toEqual([
    {
      code: "past_missing",
      column: "when",
      message:
        "12 of 23 periods are not predicted and do not count, since values of the periods before are missing: add the rows before the first one if it is to count",
    },
  ]);
  const all = rowsOf(
    createTable({ when: mondayToSaturday(2, LATER).map((time) => new Date(time)), y: range(12).map((i) => (i < 6 ? i : null)) }),
  );
  expect(all.warnings.map(({ message }) => message.slice(0, 16))).toEqual(["6 of 6 periods a"]);
  const [one] = rowsOf(createTable({ when: range(3).map((day) => new Date(LATER + day * DAY)), y: [1, null, null] })).warnings;
  expect(one.message).toContain("1 of 1 period is not predicted and does not count");
});

test("rows that follow the training have its last values before them, and the next ones those of the rows before", async () => {
  const { rowsOf } = await days;
  const times = mondayToSaturday(106).slice(104 * 6);
  const { inputs, rows, warnings } = rowsOf(rowsAt(times));
  expect([...rows]).toEqual(range(12));
  expect(warnings).toEqual([]);
  const trainedAt = (row: number) => (((104 * 6 + row) * 7919) % 201) + ((104 * 6 + row) % 6);
  for (const lag of [1, 6]) {
    const before = range(12).map((row) => (row < lag ? trainedAt(row - lag) : row - lag));
    expect([...requireNumbers(inputs, `y_lag_${lag}`)]).toEqual(before);
  }
});

test("a row after the training is predicted from its last values only where none between them is missing", async () => {
  const { rowsOf } = await days;
  const times = mondayToSaturday(106).slice(104 * 6);
  expect([...rowsOf(rowsAt(times.slice(1))).rows]).toEqual(range(11).slice(6));
});

test("the month after the training has its last values before it, on whatever day of the month its row is", async () => {
  const dayOf = (month: number) => Date.UTC(2015, month, 3 + ((month * 7) % 20));
  const { period, rowsOf } = await modelOf(range(80).map(dayOf), 2);
  expect(period?.unit).toBe("month");
  expect(new Date(dayOf(79)).getUTCDate()).toBeGreaterThan(new Date(dayOf(80)).getUTCDate());
  expect([...rowsOf(rowsAt([80, 81, 82].map(dayOf))).rows]).toEqual([0, 1, 2]);
});

test("rows of the training that are sent again count once", async () => {
  const { rowsOf } = await days;
  const times = mondayToSaturday(106).slice(103 * 6);
  const { inputs, rows } = rowsOf(rowsAt(times));
  expect([...rows]).toEqual(range(18).slice(6));
  expect([...requireNumbers(inputs, "y_lag_6")]).toEqual(range(12));
});

test("each of several series has its own last values, also those that proposed inputs are made from", async () => {
  const at = (t: number) => new Date(MONDAY + t * DAY);
  const shops = ["north", "south"];
  const valueAt = (shop: number, t: number) => 100 * (shop + 1) + t + [0, 3, 1, -2, 4, -3, -3][t % 7] + ((t * 7919) % 5);
  const rowsOf = (from: number, to: number) =>
    shops.flatMap((shop, code) => range(to - from).map((i) => ({ when: at(from + i), shop, y: valueAt(code, from + i) })));
  const tableOf = (rows: ReturnType<typeof rowsOf>) =>
    createTable({ when: rows.map(({ when }) => when), shop: rows.map(({ shop }) => shop), y: rows.map(({ y }) => y) });
  const timeSeries = { time: "when", series: "shop", lags: 2, lagInputs: "proposed" as const, horizon: 3 };
  const trained = tableOf(rowsOf(0, 140));
  const { artifact } = await trainOnTable(trained, modelRequest("REGRESSION", "GLM", { response: "y", timeSeries }));
  const { inputs, period, lastPeriods } = loadServingModel(artifact);
  const asked = { inputs, response: "y", timeSeries, timezone: "UTC", period };
  const all = seriesInputRows(tableOf(rowsOf(0, 150)), asked);
  const later = seriesInputRows(tableOf(rowsOf(140, 150)), { ...asked, lastPeriods });
  expect([...later.rows]).toEqual(range(20));
  const isLater = (row: number) => row % 150 >= 140;
  for (const { name, type } of inputs) {
    if (type !== "n") continue;
    const expected = [...requireNumbers(all.inputs, name)].filter((_, i) => isLater(all.rows[i]));
    expect([...requireNumbers(later.inputs, name)]).toEqual(expected.map((value) => expect.closeTo(value, 9)));
  }
});
