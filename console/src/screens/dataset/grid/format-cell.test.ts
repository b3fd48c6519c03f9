import { formatOf } from "../../../i18n/format.js";
import { formatCell } from "./format-cell.js";
import type { GridColumn } from "./grid-column.js";

const HOUR = 3_600_000;
const MIDNIGHT = Date.UTC(2024, 4, 1);

/** Column of times from the first to the last, at whose quartiles the clock means nothing. */
const timesBetween = (min: number, max: number): Pick<GridColumn, "type" | "stats"> => ({
  type: "d",
  stats: {
    missing: 0,
    unique: 5,
    min,
    max,
    mean: null,
    std: null,
    quantiles: [min, min + HOUR / 2, min + HOUR / 2, max, max],
    histogram: [],
    top: [],
    integer: false,
  },
});

test.each([
  ["2024-05-01T00:00:00.000Z", timesBetween(MIDNIGHT, MIDNIGHT + HOUR), "2024-05-01 00:00:00"],
  [MIDNIGHT, timesBetween(MIDNIGHT, MIDNIGHT + HOUR), "2024-05-01 00:00:00"],
  ["2024-05-01T00:00:00.000Z", timesBetween(MIDNIGHT, MIDNIGHT + 24 * HOUR), "2024-05-01"],
  ["2024-05-01T00:00:00.000Z", { type: "d" as const }, "2024-05-01"],
  ["2024-05-01T13:00:00.000Z", timesBetween(MIDNIGHT, MIDNIGHT + HOUR), "2024-05-01 13:00:00"],
  [1.23456789, { type: "n" as const }, "1.234568"],
  ["a", { type: "s" as const }, "a"],
  [null, { type: "d" as const }, null],
])("the cell %p is shown as %p tells", (cell, column, shown) => {
  expect(formatCell(cell, column, formatOf("en"))).toBe(shown);
});
