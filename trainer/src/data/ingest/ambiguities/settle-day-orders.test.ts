import { type IngestRequest, ingestBytes } from "../../../tasks/steps/testing/run-ingest.js";

const two = (number: number) => String(number % 100).padStart(2, "0");
/** Days from `first` on, each `months` and `days` after the one before, as parts of two digits. */
const partsOf = (first: [number, number, number], count: number, { months = 0, days = 0 }) =>
  Array.from({ length: count }, (_, i) => {
    const day = new Date(Date.UTC(first[0], first[1] - 1 + i * months, first[2] + i * days));
    return { y: two(day.getUTCFullYear()), m: two(day.getUTCMonth() + 1), d: two(day.getUTCDate()) };
  });
const DAYS = partsOf([2024, 1, 1], 366, { days: 1 });
const MONTHS = partsOf([2022, 1, 1], 48, { months: 1 });
/** Last days of months: the days before the first ones. */
const MONTH_ENDS = Array.from({ length: 72 }, (_, i) => partsOf([2019, i + 2, 0], 1, {})[0]!);

async function daysOf(values: readonly string[], request: IngestRequest = {}) {
  const { columns, rows } = await ingestBytes(`日付,気温\n${values.map((value) => `${value},5\n`).join("")}`, request);
  const days = rows.data.map(([time]) => (time === null ? null : String(time).slice(2, 10)));
  return { days, type: columns[0]!.type, ambiguity: columns[0]!.ambiguity };
}

test.each<[string, typeof DAYS, (parts: { y: string; m: string; d: string }) => string]>([
  ["days of a year", DAYS, ({ y, m, d }) => `${y}/${m}/${d}`],
  ["days with points", DAYS, ({ y, m, d }) => `${y}.${m}.${d}`],
  ["days with times", DAYS, ({ y, m, d }) => `${y}/${m}/${d} 10:30`],
  ["days of a year that may be a month", partsOf([2005, 1, 1], 365, { days: 1 }), ({ y, m, d }) => `${y}/${m}/${d}`],
  ["first days of months", MONTHS, ({ y, m, d }) => `${y}/${m}/${d}`],
  ["last days of months", MONTH_ENDS, ({ y, m, d }) => `${y}/${m}/${d}`],
])("a year of two digits that comes first is found: %s", async (_what, parts, write) => {
  const { days, ambiguity } = await daysOf(parts.map(write));
  expect(days).toEqual(parts.map(({ y, m, d }) => `${y}-${m}-${d}`));
  expect(ambiguity).toMatchObject({ kind: "dates" });
});

test.each<[string, typeof DAYS]>([
  ["days of a year", DAYS],
  ["last days of months", MONTH_ENDS],
])("a year of two digits that comes last is certain: %s", async (_what, parts) => {
  const { days, ambiguity } = await daysOf(parts.map(({ y, m, d }) => `${d}/${m}/${y}`));
  expect(days).toEqual(parts.map(({ y, m, d }) => `${y}-${m}-${d}`));
  expect(ambiguity).toBeUndefined();
});

test("a column with the year first shows it of another one", async () => {
  const lines = DAYS.map(({ y, m, d }) => `${y}/${m}/${d},24/02/03\n`);
  const { rows } = await ingestBytes(`a,b\n${lines.join("")}`);
  expect(rows.data[40]).toEqual(["2024-02-10T00:00:00.000Z", "2024-02-03T00:00:00.000Z"]);
});

test("where a few days leave the year open, the data check tells it, and the owner decides", async () => {
  const few = ["24/01/15", "24/01/16", "24/02/16"];
  const open = await daysOf(few);
  expect(open.days).toEqual(["15-01-24", "16-01-24", "16-02-24"]);
  expect(open.ambiguity).toEqual({ kind: "dates", count: 3, rows: 3, example: "24/01/15", reading: "2015-01-24", other: "2024-01-15" });
  const chosen = await daysOf(few, { source: { dates: "year_first" } });
  expect(chosen).toEqual({ days: ["24-01-15", "24-01-16", "24-02-16"], type: "d", ambiguity: undefined });
});

test.each<[string, string, string | undefined]>([
  ["as another column shows", "a,b,c\n24/01/15,12/31/2020,01/02/2020\n", "2020-01-02"],
  ["as usual with a decimal point", "a,c\n24/01/15,01/02/2020\n", "2020-01-02"],
  ["as another column shows with decimal commas", "a;b;c\n24/01/15;12/31/2020;01/02/2020\n", "2020-01-02"],
  ["as usual with decimal commas", "a;c\n24/01/15;01/02/2020\n", "2020-02-01"],
])("a year that the owner says comes first leaves the other columns' order of day and month: %s", async (_what, csv, day) => {
  const request: IngestRequest[] = [{ source: { dates: "year_first" } }, { like: { dates: "year_first" } }];
  for (const each of request) {
    const { rows } = await ingestBytes(csv, each);
    expect(rows.data[0]?.[0]).toBe("2024-01-15T00:00:00.000Z");
    expect(rows.data[0]?.at(-1)).toBe(`${day}T00:00:00.000Z`);
  }
});

test("days that can only have the year first", async () => {
  expect(await daysOf(["99/12/31", "00/01/02"])).toEqual({ days: ["99-12-31", "00-01-02"], type: "d", ambiguity: undefined });
});

test("a declared column of days with the year first, one of which cannot be read", async () => {
  const values = DAYS.map(({ y, m, d }) => `${y}/${m}/${d}`);
  const { days } = await daysOf([...values, "n.d."], { columns: [{ name: "日付", type: "d" }] });
  expect(days).toEqual([...DAYS.map(({ y, m, d }) => `${y}-${m}-${d}`), null]);
});

test.each<[string, string[], (string | null)[]]>([
  [
    "a few days whose first number can only be a year",
    ["24/01/15", "99/12/31", "00/12/30", "n.d."],
    ["24-01-15", "99-12-31", "00-12-30", null],
  ],
  ["days that no month has", ["01/02/15", "02/02/15", "31/02/15", "30/02/15", "n.d."], ["15-02-01", "15-02-02", null, null, null]],
  ["one wrong number among many days", [...Array(20).fill("05/06/15"), "55/06/15", "n.d."], [...Array(20).fill("15-06-05"), null, null]],
])("the order of a declared column is the one that its values fit: %s", async (_what, values, expected) => {
  expect((await daysOf(values, { columns: [{ name: "日付", type: "d" }], source: { decimal: "," } })).days).toEqual(expected);
});

test("all rows of a declared column have the order of the sample, in a column with the name of a month too", async () => {
  const days = ["24/01/15", "24/02/10", "24/02/11", "24/05/12"];
  const file = `month\tw\n${[...days, "total"].map((value) => `${value}\tx\n`).join("")}`;
  const request = { source: { dates: "year_first" }, columns: [{ name: "month", type: "d" }] } satisfies IngestRequest;
  const sample = await ingestBytes(file, request);
  const all = await ingestBytes(file, { ...request, sample: sample.table });
  const expected = [...days.map((day) => `20${day.replaceAll("/", "-")}T00:00:00.000Z`), null];
  expect([sample, all].map(({ rows }) => rows.data.map(([day]) => day))).toEqual([expected, expected]);
});
