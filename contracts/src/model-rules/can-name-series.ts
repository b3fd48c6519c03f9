import type { ColumnToCheck } from "./recipe-to-check.js";

/** Column of the table, with what of its statistics tells its fractions. */
interface NamingColumn extends Pick<ColumnToCheck, "type" | "hasFractions"> {
  stats?: Pick<NonNullable<ColumnToCheck["stats"]>, "min" | "integer"> | undefined;
}

/** Returns whether a column can name series: text, or numbers that are not known to have fractions. */
export function canNameSeries(column: NamingColumn | undefined): boolean {
  return column?.type === "s" || (column?.type === "n" && !hasFractions(column));
}

/** Without a smallest number, the statistics are those of no number at all, such as of text that is yet to be read as numbers. */
const hasFractions = ({ hasFractions, stats }: NamingColumn): boolean =>
  hasFractions ?? (stats !== undefined && stats.min !== null && stats.integer === false);
