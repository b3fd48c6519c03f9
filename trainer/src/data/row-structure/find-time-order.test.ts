import { createRandom } from "../../numeric/random.js";
import { type Cells, createTable } from "../../testing/create-table.js";
import { findTimeOrder } from "./find-time-order.js";
import { isSeriallyDependent } from "./serial-dependence.js";

const rows = Array.from({ length: 60 }, (_, i) => i);
const value = rows.map((i) => (i * 37) % 60);
const random = createRandom(4);
const noise = rows.map(() => random.normal());
const days = rows.map((i) => new Date(Date.UTC(2024, 0, 1 + i)));
const years = rows.map((i) => 1990 + Math.floor(i / 4));

test.each<[string, Record<string, Cells>, string | undefined]>([
  ["days", { value, day: days }, "day"],
  ["days, the latest first", { value, day: [...days].reverse() }, "day"],
  ["years with several rows each", { value, y: years }, "y"],
  ["numbers that are a time by their name", { value, hour_of_run: rows.map((i) => i / 2) }, "hour_of_run"],
  ["hours since the beginning", { value, hours_since_start: rows }, "hours_since_start"],
  ["hours since what happens once", { value, hours_since_inoculation: rows }, "hours_since_inoculation"],
  ["even times beside a status", { value, time: rows, status: rows.map((i) => i % 2) }, "time"],
  ["uneven times beside the name of a status", { value, time: rows.map((i) => i * i), status: rows.map((i) => `s${i % 2}`) }, "time"],
  [
    "days beside an event",
    { value, day: days.filter((_, i) => i !== 3).concat(new Date(Date.UTC(2025, 0, 1))), event: rows.map((i) => i % 2) },
    "day",
  ],
  ["a year and a date: the one with more times", { value, year: years, date: days }, "date"],
])("rows are in order of %s", (_what, columns, expected) => {
  expect(findTimeOrder(createTable(columns))).toBe(expected);
});

test.each<[string, Record<string, Cells>]>([
  ["days in no order", { value, day: value.map((i) => days[i]) }],
  ["days of which one is missing", { value, day: days.map((day, i) => (i === 7 ? null : day)) }],
  ["two years", { value, year: rows.map((i) => (i < 30 ? 2020 : 2021)) }],
  ["ages", { value, age: rows }],
  ["revolutions between 1800 and 2100", { value, rpm: rows.map((i) => 1800 + 5 * Math.floor(i / 4)) }],
  ["weights between 1800 and 2100", { value, weight_g: rows.map((i) => 1850 + i) }],
  ["days since a service", { value, days_since_service: rows }],
  ["hours since the last cleaning", { value, hours_since_the_last_cleaning: rows }],
  ["the number of the row", { value, row: rows }],
  ["one time", { value, day: rows.map(() => days[0]) }],
  ["times until an event", { time: rows.map((i) => i * i), status: rows.map((i) => 1 + (i % 3)), value }],
  ["so few rows", { value: value.slice(0, 29), day: days.slice(0, 29) }],
])("rows are not said to be in order of time by %s", (_what, columns) => {
  expect(findTimeOrder(createTable(columns))).toBeUndefined();
});

test("the response is no time of its own rows", () => {
  expect(findTimeOrder(createTable({ value, year: years }), ["year"])).toBeUndefined();
});

test.each<[string, Cells, boolean]>([
  ["numbers that wander", rows.map((i) => Math.sin(i / 8)), true],
  ["numbers with a week", rows.map((i) => (i % 7 < 5 ? 10 : 0) + ((i * 37) % 11)), true],
  ["text that comes in runs", rows.map((i) => (Math.floor(i / 12) % 2 ? "a" : "b")), true],
  ["numbers in random order", noise, false],
  ["text in random order", noise.map((number) => (number > 0 ? "a" : "b")), false],
  ["a constant", rows.map(() => 1), false],
])("near rows are told to be related or not: %s", (_what, cells, expected) => {
  expect(isSeriallyDependent(createTable({ x: cells }).columns[0])).toBe(expected);
});
