import { tmpdir } from "node:os";
import { openDatabase } from "./database.js";
import { clockChanges, HOUR_MS, parseTime, utcToZonedTime, zonedTimeToUtc } from "./zoned-time.js";

test.each([
  { text: "2024-02-29", timezone: "UTC", expected: "2024-02-29T00:00:00.000Z" },
  { text: "2024-2-9 7:05", timezone: "UTC", expected: "2024-02-09T07:05:00.000Z" },
  { text: "2024/02/29 13:14:15", timezone: "UTC", expected: "2024-02-29T13:14:15.000Z" },
  { text: "2024-02-29T13:14:15.5Z", timezone: "Asia/Taipei", expected: "2024-02-29T13:14:15.500Z" },
  { text: "2024-02-29T13:14:15+05:30", timezone: "UTC", expected: "2024-02-29T07:44:15.000Z" },
  { text: "2024-02-29 13:14 -0800", timezone: "UTC", expected: "2024-02-29T21:14:00.000Z" },
  { text: "2024-02-29 08:00", timezone: "Asia/Taipei", expected: "2024-02-29T00:00:00.000Z" },
  { text: "2024-07-01 12:00", timezone: "Europe/Berlin", expected: "2024-07-01T10:00:00.000Z" },
  { text: "2024-01-01 12:00", timezone: "Europe/Berlin", expected: "2024-01-01T11:00:00.000Z" },
  { text: "1969-12-31 23:59:59.25", timezone: "UTC", expected: "1969-12-31T23:59:59.250Z" },
  { text: "0001-01-01T00:00:00", timezone: "UTC", expected: "0001-01-01T00:00:00.000Z" },
  { text: "0099-12-31 12:00", timezone: "Asia/Taipei", expected: "0099-12-31T03:54:00.000Z" },
  { text: "2023-12-31 24:00", timezone: "Asia/Taipei", expected: "2023-12-31T16:00:00.000Z" },
  { text: "2024-02-28T24:00:00.000Z", timezone: "UTC", expected: "2024-02-29T00:00:00.000Z" },
  // Clocks go forward at 02:00: the last minute before, the first one after.
  { text: "2024-03-31 01:59", timezone: "Europe/Berlin", expected: "2024-03-31T00:59:00.000Z" },
  { text: "2024-03-31 03:00", timezone: "Europe/Berlin", expected: "2024-03-31T01:00:00.000Z" },
])("parses $text in $timezone as $expected", ({ text, timezone, expected }) => {
  expect(new Date(parseTime(text, timezone) ?? Number.NaN).toISOString()).toBe(expected);
});

test.each([
  "2023-02-29",
  "2023-02-29 24:00",
  "2024-13-01",
  "2024-00-10",
  "2024-01-01 24:01",
  "2024-01-01 24:00:00.001",
  "2024-01-01 10:60",
  "29/02/2024",
  "yesterday",
  "",
  "12.5",
])("rejects %p as a time", (text) => {
  expect(parseTime(text, "UTC")).toBeUndefined();
});

const iso = (instant: number) => new Date(instant).toISOString();

test("clocks of a zone change in spring and in autumn", () => {
  const [from, to] = ["2022-12-01", "2023-12-01"].map(Date.parse);
  const changes = clockChanges("Europe/Berlin", from, to).map(({ at, by }) => [iso(at), by / 3_600_000]);
  expect(changes).toEqual([
    ["2023-03-26T01:00:00.000Z", 1],
    ["2023-10-29T01:00:00.000Z", -1],
  ]);
  expect(clockChanges("Asia/Taipei", from, to)).toEqual([]);
});

test.each([
  ["Europe/Berlin", "2024-03-31T00:59:59Z", "2024-03-31T01:59:59"],
  ["Europe/Berlin", "2024-03-31T01:00:00Z", "2024-03-31T03:00:00"],
  ["Europe/Berlin", "2024-10-27T00:59:59Z", "2024-10-27T02:59:59"],
  ["Europe/Berlin", "2024-10-27T01:00:00Z", "2024-10-27T02:00:00"],
  // Local mean time, which the database of time zones has for the time before the first change.
  ["Asia/Taipei", "1850-01-01T00:00:00Z", "1850-01-01T08:06:00"],
  ["Asia/Taipei", "0050-01-01T00:00:00Z", "0050-01-01T08:06:00"],
  ["Asia/Taipei", "+275760-09-12T00:00:00Z", "+275760-09-12T08:00:00"],
])("clocks of %s at %s show %s", (timezone, instant, clock) => {
  expect(iso(utcToZonedTime(Date.parse(instant), timezone))).toBe(iso(Date.parse(`${clock}Z`)));
});

test.each(["UTC", "Europe/Berlin"])("clocks of %s show no time at a missing instant", (timezone) => {
  expect([utcToZonedTime(Number.NaN, timezone), zonedTimeToUtc(Number.NaN, timezone)]).toEqual([Number.NaN, Number.NaN]);
});

test.each([
  ["America/New_York", "2023-12-01", "2024-12-01"],
  // Clocks go forward at midnight.
  ["America/Santiago", "2024-01-01", "2025-01-01"],
  ["America/Havana", "2024-01-01", "2025-01-01"],
  ["Africa/Cairo", "2024-01-01", "2025-01-01"],
  // By half an hour.
  ["Australia/Lord_Howe", "2024-01-01", "2025-01-01"],
  ["Europe/London", "1970-01-01", "1972-12-01"],
  // A day that was left out.
  ["Pacific/Apia", "2011-01-01", "2012-12-01"],
])("times of %s are read as the ingest does where clocks change, from %s to %s", async (timezone, from, to) => {
  const changes = clockChanges(timezone, Date.parse(from), Date.parse(to));
  expect(changes.length).toBeGreaterThan(1);
  const halfHours = Array.from({ length: 192 }, (_, i) => (i - 96) * (HOUR_MS / 2));
  const clocks = changes.flatMap(({ at }) => halfHours.map((offset) => utcToZonedTime(at, timezone) + offset));
  const database = await openDatabase({ directories: [], scratch: tmpdir(), memoryMiB: 64, threads: 1 });
  const instants = await database.rows(
    `SELECT epoch_ms(timezone('UTC', timezone('${timezone}', epoch_ms(clock))))::DOUBLE FROM (SELECT unnest([${clocks}]::BIGINT[]) AS clock)`,
  );
  await database.close();
  expect(clocks.map((clock) => iso(zonedTimeToUtc(clock, timezone)))).toEqual(instants.map(([instant]) => iso(Number(instant))));
});

test("clocks that are changed back within a week change twice", () => {
  const [from, to] = ["2000-10-07", "2000-11-07"].map(Date.parse);
  expect(clockChanges("America/Boa_Vista", from, to).map(({ at, by }) => [iso(at), by / 3_600_000])).toEqual([
    ["2000-10-08T04:00:00.000Z", 1],
    ["2000-10-15T03:00:00.000Z", -1],
  ]);
});
