import { type IngestRequest, ingestBytes } from "../../../tasks/steps/testing/run-ingest.js";

const two = (number: number) => String(number).padStart(2, "0");
interface Parts {
  y: number;
  m: number;
  d: number;
}
/** Days from the first of January 2024 on. */
const daysOf = (count: number, step = 1): Parts[] =>
  Array.from({ length: count }, (_, i) => {
    const time = new Date(Date.UTC(2024, 0, 1 + i * step));
    return { y: time.getUTCFullYear(), m: time.getUTCMonth() + 1, d: time.getUTCDate() };
  });
const iso = ({ y, m, d }: Parts) => `${y}-${two(m)}-${two(d)}`;
const dayFirst = ({ y, m, d }: Parts) => `${two(d)}/${two(m)}/${y}`;
const monthFirst = ({ y, m, d }: Parts) => `${two(m)}/${two(d)}/${y}`;
/** Writes a day as a spreadsheet has it that expects the other order. */
const asExchanged = (write: (day: Parts) => string) => (day: Parts) => (day.d <= 12 ? iso({ y: day.y, m: day.d, d: day.m }) : write(day));

/** Returns the days that are read in a column that is declared to be times, what is told of it, and what the check tells of the text. */
async function read(values: readonly string[], request: IngestRequest = {}) {
  const file = `when,v\n${values.map((value) => `${value},5\n`).join("")}`;
  const { rows, columns } = await ingestBytes(file, { ...request, columns: [{ name: "when", type: "d" }] });
  const { check } = await ingestBytes(file, { check: true });
  return {
    days: rows.data.map(([time]) => String(time).slice(0, 10)),
    ambiguity: columns[0]!.ambiguity,
    codes: check!.findings!.filter(({ column }) => column === "when").map(({ code }) => code),
  };
}

test.each<[string, Parts[], (day: Parts) => string]>([
  ["the days of a month", daysOf(31), asExchanged(dayFirst)],
  ["the days of two years", daysOf(731), asExchanged(dayFirst)],
  ["weeks of half a year", daysOf(26, 7), asExchanged(dayFirst)],
  ["days with the month first, where the spreadsheet expects the day", daysOf(90), asExchanged(monthFirst)],
  ["times of the day", daysOf(90), (day) => `${asExchanged(dayFirst)(day)} 10:30:00`],
])("day and month that a spreadsheet has exchanged are told, and exchanged back: %s", async (_what, days, write) => {
  const { days: found, ambiguity, codes } = await read(days.map(write));
  expect(found).toEqual(days.map(iso));
  expect(ambiguity).toMatchObject({ kind: "exchanged_days", rows: days.length });
  expect(codes).toContain("exchanged_days_as_text");
  expect(codes).not.toContain("times_as_text");
});

test.each<[string, string[], Parts[]]>([
  ["the format changed after two weeks", daysOf(90).map((day, i) => (i < 14 ? iso(day) : dayFirst(day))), daysOf(90)],
  ["the format changed after twelve days", daysOf(31).map((day, i) => (i < 12 ? iso(day) : dayFirst(day))), daysOf(31)],
  ["texts of the first days of months", daysOf(31).map((day) => (day.d <= 6 ? dayFirst(day) : asExchanged(dayFirst)(day))), []],
  [
    "first days of months beside days of all months",
    daysOf(366).flatMap((day) => (day.d === 1 ? iso(day) : day.d > 14 ? dayFirst(day) : [])),
    daysOf(366).filter(({ d }) => d === 1 || d > 14),
  ],
])("days that begin with the year are read as they are: %s", async (_what, values, expected) => {
  const { days, ambiguity, codes } = await read(values);
  if (expected.length > 0) expect(days).toEqual(expected.map(iso));
  expect(ambiguity).toBeUndefined();
  expect(codes).not.toContain("exchanged_days_as_text");
});

test("the owner may say that these days begin with the year as they are", async () => {
  const days = daysOf(31);
  const { days: found, ambiguity } = await read(days.map(asExchanged(dayFirst)), { source: { dates: "year_first" } });
  expect(found).toEqual(days.map((day) => (day.d <= 12 ? iso({ ...day, m: day.d, d: day.m }) : iso(day))));
  expect(ambiguity).toBeUndefined();
});
