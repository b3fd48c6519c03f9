import type { StepColumn } from "../../../step-columns/step-columns.js";
import { findSeriesColumn, repeatsTimes } from "./series-column.js";

const column = (name: string, type: StepColumn["type"]): StepColumn => ({ name, label: name, type, frequentValues: [], range: null });
const columns = [column("day", "d"), column("shop", "s"), column("region", "s"), column("note", "s"), column("sold", "n")];
const day = (number: number) => `2024-01-0${number}T00:00:00.000Z`;
const DAYS = [1, 2, 3, 4];
/** Two shops in one region, each with a row a day. */
const rows = ["A", "B"].flatMap((shop) => DAYS.map((number) => [day(number), shop, "North", `${shop}${number}`, number]));
const tableOf = (cells: (string | number | null)[][]) => ({ rows: cells, columns, total: cells.length });

test.each<[string, (string | number | null)[][], string | null]>([
  ["that in which every time occurs once", rows, "shop"],
  ["none where no time is repeated", rows.slice(0, DAYS.length), null],
  ["none where times are repeated in each of its values", [...rows, ...rows], null],
  ["none where it is missing in a row", rows.map((cells, i) => (i === 0 ? [cells[0]!, null, ...cells.slice(2)] : cells)), null],
  [
    "that with the fewest series",
    rows.map(([time, shop, _region, ...rest], i) => [time!, `${shop}${i % 2}`, String(shop), ...rest]),
    "region",
  ],
])("the column of the series is %s", (_sentence, cells, name) => {
  expect(findSeriesColumn(tableOf(cells), "day", columns)?.name ?? null).toBe(name);
});

test("a column that is not offered is no column of the series", () => {
  const offered = columns.filter(({ name }) => name !== "shop");
  expect(findSeriesColumn(tableOf(rows), "day", offered)).toBeNull();
});

test("few repeated times are a line, and missing times are no times", () => {
  const times = Array.from({ length: 200 }, (_, i) => i);
  expect(repeatsTimes([...times, 5, null, null, null, null])).toBe(false);
  expect(repeatsTimes([...times, 5, 6, 7, 8])).toBe(true);
});
