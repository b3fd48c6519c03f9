/** Reference implementation of an aggregation in plain JavaScript. */
import type { AggregationSpec } from "@agatha/contracts";
import { compareValues, mean, median, type PlainTable, UNIT_MS, type Value } from "./plain-table.js";

function windowStart(time: Value, { every, unit }: NonNullable<AggregationSpec["window"]>, offset: number): Value {
  if (time === null) return null;
  const local = Number(time) + offset;
  if (unit === "month" || unit === "quarter" || unit === "year") {
    const months = every * { month: 1, quarter: 3, year: 12 }[unit];
    const date = new Date(local);
    const since2000 = (date.getUTCFullYear() - 2000) * 12 + date.getUTCMonth();
    return Date.UTC(2000, Math.floor(since2000 / months) * months) - offset;
  }
  const [origin, length] = [Date.UTC(2000, 0, 3), every * UNIT_MS[unit]];
  return Math.floor((local - origin) / length) * length + origin - offset;
}

/** Applies an aggregation. `offset` as in applyEditStep. */
export function applyAggregation({ columns, rows }: PlainTable, { by, window, cols }: AggregationSpec, offset: number): PlainTable {
  const at = (name: string): number => columns.findIndex((column) => column.name === name);
  const groups = new Map<string, { key: Value[]; rows: Value[][] }>();
  for (const row of rows) {
    const start = window ? [windowStart(row[at(window.column)], window, offset)] : [];
    const key = [...start, ...by.map((name) => row[at(name)])];
    const group = groups.get(JSON.stringify(key)) ?? { key, rows: [] };
    group.rows.push(row);
    groups.set(JSON.stringify(key), group);
  }
  const found = [...groups.values()];
  if (window) found.sort((a, b) => Number(a.key[0] ?? Number.MAX_VALUE) - Number(b.key[0] ?? Number.MAX_VALUE));
  const kept = ["sum", "mean", "median", "std", "min", "max", "first", "last"];
  return {
    columns: [
      ...(window ? [columns[at(window.column)]] : []),
      ...by.map((name) => columns[at(name)]),
      ...cols.map(({ name, function: of, column }) => ({
        name,
        type: column !== undefined && kept.includes(of) ? columns[at(column)].type : ("n" as const),
      })),
    ],
    rows: found.map((group) => [
      ...group.key,
      ...cols.map(({ function: of, column }) =>
        column === undefined
          ? group.rows.length
          : aggregateValue(
              of,
              group.rows.map((row) => row[at(column)]),
            ),
      ),
    ]),
  };
}

function aggregateValue(of: AggregationSpec["cols"][number]["function"], values: Value[]): Value {
  const known = values.filter((value) => value !== null);
  const numbers = known as number[];
  if (of === "count") return known.length;
  if (of === "missing") return values.length - known.length;
  if (of === "unique") return new Set(known).size;
  if (known.length === 0) return null;
  switch (of) {
    case "sum":
      return mean(numbers) * numbers.length;
    case "mean":
      return mean(numbers);
    case "median":
      return median(numbers);
    case "std":
      return numbers.length < 2
        ? null
        : Math.sqrt(mean(numbers.map((x) => (x - mean(numbers)) ** 2)) * (numbers.length / (numbers.length - 1)));
    case "min":
      return known.toSorted(compareValues)[0];
    case "max":
      return known.toSorted(compareValues).at(-1)!;
    case "first":
      return known[0];
    case "last":
      return known.at(-1)!;
  }
}
