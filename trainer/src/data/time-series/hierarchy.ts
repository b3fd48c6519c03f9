/** Columns that name series together, and the sums along them. */
import { ERRORS, InvalidInput } from "@agatha/contracts";
import { findColumn, requireColumn, type Table, type TextColumn } from "../tables/table.js";
import { cellReader } from "./series-names.js";

/** Values of the columns that name a series; null stands for all. */
export type SeriesValues = readonly (string | null)[];

export interface Hierarchy {
  columns: readonly string[];
  /** The values that name each series: the sums first, from the largest, then the series that they add up. */
  series: readonly SeriesValues[];
  /** Whether no value is below 0, for each series after the sums. */
  nonNegative: readonly boolean[];
}

/** Returns the name of a series by the values of its columns: "DE / Berlin", "* / * / tea", "Total". */
export function hierarchyName(values: SeriesValues): string {
  const length = values.reduce((end, value, i) => (value === null ? end : i + 1), 0);
  return length === 0
    ? "Total"
    : values
        .map((value) => value ?? "*")
        .slice(0, length)
        .join(" / ");
}

/** Returns the level of a series in the hierarchy: the columns that name it. */
export function hierarchyLevel({ columns }: Pick<Hierarchy, "columns">, values: SeriesValues): string[] {
  return columns.filter((_, i) => values[i] !== null);
}

type SeriesOfHierarchy = Pick<Hierarchy, "series" | "nonNegative">;

/** Returns the number of series that are sums of others. */
export const sumCount = ({ series, nonNegative }: SeriesOfHierarchy) => series.length - nonNegative.length;

/** Returns of each sum the positions of its parts among the series after the sums. */
export function sumParts(hierarchy: SeriesOfHierarchy): number[][] {
  const { series } = hierarchy;
  const sums = sumCount(hierarchy);
  const lowest = series.slice(sums);
  return series
    .slice(0, sums)
    .map((values) => lowest.flatMap((each, part) => (values.every((value, i) => value === null || value === each[i]) ? [part] : [])));
}

/**
 * Returns a column that names the series of each row by all columns of a hierarchy, and their values by name. Rows that lack one
 * have no name. Throws InvalidInput (columnName) for two series of one name.
 */
export function readHierarchy(table: Table, columns: readonly string[]): { column: TextColumn; values: Map<string, string[]> } {
  const readers = columns.map((name) => cellReader(requireColumn(table, name)));
  const values = new Map<string, string[]>();
  const numbers = new Map<string, number>();
  const codes = Int32Array.from({ length: table.nrow }, (_, row) => {
    const cells = readers.map((read) => read(row)).filter((cell) => cell !== undefined);
    if (cells.length < columns.length) return -1;
    const name = hierarchyName(cells);
    const known = values.get(name) ?? cells;
    if (known.some((cell, i) => cell !== cells[i]) || name === hierarchyName([])) throw ambiguousName(name);
    values.set(name, known);
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
  return { column: { name: columns.join(" / "), type: "s", levels: [...values.keys()], codes }, values };
}

/** Returns the error of two series with one name. */
export function ambiguousName(name: string): InvalidInput {
  const message = `two series have the name ${JSON.stringify(name)}: change the values that contain " / ", "*" or are called Total`;
  return new InvalidInput(ERRORS.columnName, { path: "timeSeries.hierarchy.columns", message });
}

/** Series as a model knows them: by one column, or by the columns of a hierarchy. */
interface KnownSeries {
  column: string;
  names: readonly string[];
  hierarchy?: Pick<Hierarchy, "columns" | "series"> | undefined;
}

/** Returns the columns that name the series of these codes, one row each; a code that is none has no names. */
export function seriesColumns({ column, names, hierarchy }: KnownSeries, codes: Int32Array): TextColumn[] {
  const known = codes.map((code) => (code < names.length ? code : -1));
  if (!hierarchy) return [{ name: column, type: "s", levels: names, codes: known }];
  return hierarchy.columns.map((name, i): TextColumn => {
    const levels = [...new Set(hierarchy.series.flatMap((values) => values[i] ?? []))];
    const numbers = new Map(levels.map((level, number): [string, number] => [level, number]));
    return { name, type: "s", levels, codes: known.map((code) => numbers.get(hierarchy.series[code]?.[i] ?? "") ?? -1) };
  });
}

/** Returns the name of each row's series by the columns of a hierarchy. */
export function hierarchyNames(table: Table, columns: readonly string[]): string[] {
  const readers = columns.map((name) => {
    const column = findColumn(table, name);
    return column ? cellReader(column) : () => undefined;
  });
  return Array.from({ length: table.nrow }, (_, row) => hierarchyName(readers.map((read) => read(row) ?? null)));
}
