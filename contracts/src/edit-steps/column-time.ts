/** Names of columns that are times, as in a table with a column for each month. */
import { plainMonthNumbers, withoutAccents } from "../month-names.js";

const YEARS = { from: 1900, to: 2100 };
/** Years of two digits from this one on belong to the 20th century, as in POSIX strptime. */
const FIRST_OF_CENTURY = 69;
/** Abbreviations of months that are also other words: "Set 01" may be a setpoint, and "Gen-12" a generator. */
const OTHER_WORDS = new Set(["gen", "mag", "set", "out"]);
/** Farthest month that shows an abbreviation with another meaning to be a month: "set" and "out" follow each other. */
const NEAR_MS = 62 * 86_400_000;

type Parts = [year: string, month: string, day?: string];

const monthOfQuarter = (quarter: string) => String(3 * Number(quarter) - 2);

/** Patterns of whole names, and what they mean. */
const FORMATS: [pattern: RegExp, read: (parts: string[]) => Parts][] = [
  [/^(\d{4})$/, ([year = ""]) => [year, "1"]],
  [/^(\d{4})[-/.](\d{1,2})$/, ([year = "", month = ""]) => [year, month]],
  [/^(\d{1,2})[-/.](\d{4})$/, ([month = "", year = ""]) => [year, month]],
  [/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]00:00(?::00(?:\.0+)?)?)?$/, ([year = "", month = "", day = ""]) => [year, month, day]],
  [/^(\d{4})[-/ ]?q([1-4])$/, ([year = "", quarter = ""]) => [year, monthOfQuarter(quarter)]],
  [/^q([1-4])[-/ ]*'?(\d{4}|\d{2})$/, ([quarter = "", year = ""]) => [year, monthOfQuarter(quarter)]],
  [/^(\d{4})年(\d{1,2})月$/, ([year = "", month = ""]) => [year, month]],
  [/^(\d{4})年$/, ([year = ""]) => [year, "1"]],
  [/^(\p{L}+)[-./ ]*'?(\d{4}|\d{2})$/u, ([name = "", year = ""]) => [year, name]],
  [/^(\d{4})[-./ ]*(\p{L}+)$/u, ([year = "", name = ""]) => [year, name]],
  [/^(\d{1,2})[-. ]*(\p{L}+)[-., ]*(\d{4})$/u, ([day = "", name = "", year = ""]) => [year, name, day]],
];

interface NamedTime {
  time: number;
  /** Whether the name may be that of something else. */
  uncertain: boolean;
}

function readName(name: string): NamedTime | undefined {
  const text = withoutAccents(name.trim().toLowerCase());
  for (const [pattern, read] of FORMATS) {
    const found = pattern.exec(text);
    if (!found) continue;
    const [written, named, day = "1"] = read(found.slice(1));
    const year = written.length === 2 ? Number(written) + (Number(written) < FIRST_OF_CENTURY ? 2000 : 1900) : Number(written);
    const month = Number(/^\d/.test(named) ? named : plainMonthNumbers().get(named));
    const date = new Date(Date.UTC(year, month - 1, Number(day)));
    const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === Number(day);
    if (!exists || year < YEARS.from || year > YEARS.to) return undefined;
    return { time: date.getTime(), uncertain: written.length === 2 && OTHER_WORDS.has(named) };
  }
  return undefined;
}

/**
 * Returns the beginning of the day, month, quarter or year that each column is named after, as milliseconds of a clock without zones;
 * undefined for other names, and for those that can be read in two ways, such as 01/02/2024. "Set 24" is a month where a month near it is
 * among the names.
 */
export function columnTimes(names: readonly string[]): (number | undefined)[] {
  const read = names.map(readName);
  const certain = read.filter((named) => named && !named.uncertain).map((named) => Number(named?.time));
  const isAmong = (time: number) => !certain.includes(time) && certain.some((other) => Math.abs(other - time) <= NEAR_MS);
  return read.map((named) => (named && (!named.uncertain || isAmong(named.time)) ? named.time : undefined));
}

/** Fewest columns that are a series by their names. */
const MIN_TIME_COLUMNS = 6;

/** Returns the names of the columns of numbers that are times, each another one; none where they are too few for a series. */
export function timeColumns(columns: readonly { name: string; type: string }[]): string[] {
  const names = columns.filter(({ type }) => type === "n").map(({ name }) => name);
  const times = columnTimes(names);
  const named = names.filter((_, i) => times[i] !== undefined);
  const distinct = new Set(times.filter((time) => time !== undefined));
  return named.length >= MIN_TIME_COLUMNS && distinct.size === named.length ? named : [];
}
