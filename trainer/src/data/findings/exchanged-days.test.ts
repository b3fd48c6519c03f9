import { DAY_MS } from "../tables/zoned-time.js";
import { findExchangedDays } from "./exchanged-days.js";

const days = (count: number, step = 1) => Array.from({ length: count }, (_, i) => Date.UTC(2024, 0, 25) + i * step * DAY_MS);
/** A spreadsheet that expects the month first takes 03/05/2024, the 3rd of May, for the 5th of March. */
const exchange = (time: number) => {
  const [year, month, day] = new Date(time).toISOString().slice(0, 10).split("-").map(Number);
  return day > 12 ? time : Date.UTC(year, day - 1, month);
};
const found = (times: readonly number[]) => findExchangedDays({ name: "day", type: "d", values: Float64Array.from(times) });
const shuffled = (times: readonly number[]) => times.map((_, i) => times[(i * 7) % times.length]);

test("days of which a spreadsheet has exchanged those up to the 12th are told", () => {
  // Of 60 days from the 25th of January, 24 are up to the 12th; the 2nd of February and the 3rd of March have one reading.
  expect(found(days(60).map(exchange))).toEqual([
    { code: "exchanged_days", column: "day", values: { count: 22, rows: 60, example: "2024-01-02", other: "2024-02-01" } },
  ]);
  expect(found(days(60).map(exchange).reverse())).toHaveLength(1);
  expect(found([Number.NaN, ...days(60, 3).map(exchange)])).toHaveLength(1);
});

test.each([
  ["days in order", days(60)],
  ["days without any order", shuffled(days(59)).map(exchange)],
  ["first days of months, which are days in order too", Array.from({ length: 12 }, (_, month) => Date.UTC(2024, 0, month + 1))],
  ["days of which one is out of order", [...days(60), Date.UTC(2024, 0, 2)]],
  ["few exchanged days", days(12).map(exchange)],
])("%s are not", (_what, times) => {
  expect(found(times)).toEqual([]);
});
