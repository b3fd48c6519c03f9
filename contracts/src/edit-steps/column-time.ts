/** Names of columns that are times, as in a table with a column for each month. */
import { abbreviatedMonthNumbers, monthNumbers } from "../month-names.js";

const YEARS = { from: 1900, to: 2100 };
/** Years of two digits from this one on belong to the 20th century, as in POSIX strptime. */
const FIRST_OF_CENTURY = 69;

type Parts = [year: string, month: string | number, day?: string];

/** Patterns of whole names, and what they mean. */
const FORMATS: [pattern: RegExp, read: (parts: string[]) => Parts][] = [
  [/^(\d{4})$/, ([year = ""]) => [year, 1]],
  [/^(\d{4})[-/.](\d{1,2})$/, ([year = "", month = ""]) => [year, month]],
  [/^(\d{1,2})[-/.](\d{4})$/, ([month = "", year = ""]) => [year, month]],
  [/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]00:00(?::00(?:\.0+)?)?)?$/, ([year = "", month = "", day = ""]) => [year, month, day]],
  [/^(\d{4})[-/ ]?q([1-4])$/, ([year = "", quarter = ""]) => [year, 3 * Number(quarter) - 2]],
  [/^q([1-4])[-/ ]*'?(\d{4}|\d{2})$/, ([quarter = "", year = ""]) => [year, 3 * Number(quarter) - 2]],
  [/^(\d{4})年(\d{1,2})月$/, ([year = "", month = ""]) => [year, month]],
  [/^(\d{4})年$/, ([year = ""]) => [year, 1]],
  [/^(\p{L}+)[-./ ]*'?(\d{4}|\d{2})$/u, ([name = "", year = ""]) => [year, monthNumber(name, year)]],
  [/^(\d{4})[-./ ]*(\p{L}+)$/u, ([year = "", name = ""]) => [year, monthNumber(name, year)]],
  [/^(\d{1,2})[-. ]*(\p{L}+)[-., ]*(\d{4})$/u, ([day = "", name = "", year = ""]) => [year, monthNumber(name, year), day]],
];

/** Returns the number of a month, or 0 for other words. Abbreviations that may be other words need a year of four digits. */
function monthNumber(name: string, year: string): number {
  return Number(monthNumbers().get(name) ?? (year.length === 4 ? abbreviatedMonthNumbers().get(name) : undefined) ?? 0);
}

/**
 * Returns the beginning of the day, month, quarter or year that a column is named after, as milliseconds of a clock without zones;
 * undefined for other names, and for those that can be read in two ways, such as 01/02/2024.
 */
export function columnTime(name: string): number | undefined {
  const text = name.trim().toLowerCase();
  for (const [pattern, read] of FORMATS) {
    const found = pattern.exec(text);
    if (!found) continue;
    const [written, month, day = "1"] = read(found.slice(1));
    const year = written.length === 2 ? Number(written) + (Number(written) < FIRST_OF_CENTURY ? 2000 : 1900) : Number(written);
    const date = new Date(Date.UTC(year, Number(month) - 1, Number(day)));
    const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
    return exists && year >= YEARS.from && year <= YEARS.to ? date.getTime() : undefined;
  }
  return undefined;
}

/** Fewest columns that are a series by their names. */
const MIN_TIME_COLUMNS = 6;

/** Returns the names of the columns of numbers that are times, each another one; none where they are too few for a series. */
export function timeColumns(columns: readonly { name: string; type: string }[]): string[] {
  const named = columns.filter(({ name, type }) => type === "n" && columnTime(name) !== undefined).map(({ name }) => name);
  return named.length >= MIN_TIME_COLUMNS && new Set(named.map(columnTime)).size === named.length ? named : [];
}
