/** Columns of text that were meant as numbers or as times, and names of columns that are times. */
import { type DataFinding, timeColumns } from "@agatha/contracts";
import { writtenTimeParser } from "../ingest/cells/written-times.js";
import { AROUND_YEAR_100, DATE_FORMATS, DECLARED_FORMATS, EAST_ASIAN_HALVES, YEAR_OF_MONTH } from "../ingest/formats/date-formats.js";
import { countMarks, declaredMark } from "../ingest/formats/declared-mark.js";
import { areDaysExchanged, type OrderedDay } from "../ingest/formats/exchanged-days.js";
import { DECIMAL_MARKS, type DecimalMark, parseNumberOrNaN } from "../ingest/formats/number-formats.js";
import type { Column } from "../tables/table.js";

type Finding = Omit<DataFinding, "message">;
type TextColumn = Extract<Column, { type: "s" }>;

/** Least share of texts that look like numbers or times in a column of them. */
const MIN_SHARE = 0.8;
/** Least share of whole numbers. With fewer, the texts may be numbers of parts or sizes. */
const MIN_PLAIN_SHARE = 0.95;
/** Fewest different texts of such a column. Fewer are kinds, such as sizes. */
const MIN_DISTINCT = { numbers: 10, times: 6 };
/** Fewest columns whose names look like times. */
const MIN_TIME_COLUMNS = 6;
const MAX_EXAMPLE = 40;

const NUMBER = /^\s*[+-]?\d+([.,]\d+)*([eE][+-]?\d+)?\s*$/;
/** A number that is read as one where it stands alone: without a leading zero, and short enough to keep all digits. */
const READABLE = /^\s*-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?\s*$/;
const FRACTION = /^\s*[+-]?\d+([.,]\d+|([.,]\d+)?[eE][+-]?\d+)\s*$/;
const CURRENCY = "(?:\\p{Sc}|NT\\$|US\\$|EUR|USD|GBP|CHF|JPY|CNY|TWD)";
const AMOUNT = "[+\\-\u2212\u2013]?\\d+(?:[.,]\\d+)*";
/**
 * Numbers with a currency, a percent sign, blanks between thousands, lakhs of India (1,23,456), a minus sign of print, or one of
 * bookkeepers.
 */
const DECORATED = new RegExp(
  `^\\s*(?:[+-]?${CURRENCY}\\s?${AMOUNT}|${AMOUNT}\\s?(?:%|${CURRENCY})|\\d{1,2}(?:,\\d{2})+,\\d{3}(?:\\.\\d+)?|[+-]?\\d{1,3}(?:[ \\u00a0\\u202f]\\d{3})+(?:[.,]\\d+)?|[\\u2212\\u2013]${AMOUNT}|\\(${AMOUNT}\\)|\\d+(?:[.,]\\d+)*-)\\s*$`,
  "u",
);
/** Numbers with a unit, such as "12 kg". */
const WITH_UNIT = new RegExp(`^\\s*${AMOUNT}\\s?([\\p{L}°µ‰Ω][\\p{L}\\d°µ/·^²³]{0,7})\\s*$`, "u");

const MONTH =
  "(?:jan|feb|f[eé]v|mar|mär|m[aä]r|apr|avr|abr|may|mai|mag|jun|jui|giu|jul|lug|aug|ao[uû]|ago|sep|set|oct|okt|ott|nov|dec|dez|d[eé]c|dic|ene|gen)\\p{L}*";
const YEAR = "['’]?(?:\\d{4}|\\d{2})";
const COMPACT_DAY = "(?:19|20)\\d{6}";
const COMPACT_CLOCK = "\\d{4}(?:\\d{2}(?:[.,]\\d+)?)?";
const DATES = [
  "(?:\\d{4}[-/.]\\d{1,2}|\\d{1,2}[-/.]\\d{1,2})[-/.]\\d{1,4}",
  // Years of the Republic of China, with or without their name, and of Japanese eras.
  "1\\d{2}[-/.]\\d{1,2}[-/.]\\d{1,2}",
  "1\\d{2}/(?:0?[1-9]|1[0-2])",
  "\\d{2,3}年\\d{1,2}月.*",
  "(?:民國|民国|昭和|平成|令和) ?\\d{1,3}年.*",
  "[RHSTM]\\d{1,2}[./](?:0?[1-9]|1[0-2])[./](?:0?[1-9]|[12]\\d|3[01])",
  // Digits without a T may number lots, unless a Z for UTC follows them.
  `${COMPACT_DAY}(?:T${COMPACT_CLOCK}(?: ?(?:Z|UTC|[+-]\\d{2}(?::?\\d{2})?))?|${COMPACT_CLOCK}Z)`,
  `${YEAR_OF_MONTH}[-/]\\d{1,2}`,
  `\\d{1,2}[-/]${YEAR_OF_MONTH}`,
  `(?:\\d{1,2}[-. ]*)?${MONTH}[-., ]*${YEAR}`,
  `${MONTH}[-. ]*\\d{1,2},? ?${YEAR}`,
  `\\d{4}[-./ ]*${MONTH}(?:[-./ ]+\\d{1,2})?`,
  `[qQ][1-4][-/ ]*(?:FY ?)?${YEAR}`,
  "\\d{4}[-/ ]?[qQ][1-4]",
  "\\d{4}[-/ ]?[wW]\\d{1,2}",
  `FY ?${YEAR}(?:[-/ ]*[qQ][1-4])?`,
  "\\d{4}年.*",
];
const HALF = `(?:${[...EAST_ASIAN_HALVES.am, ...EAST_ASIAN_HALVES.pm].join("|")}) ?`;
const TIME = new RegExp(`^\\s*(?:${DATES.join("|")})(?:(?:T|,? +)(?:${HALF})?\\d{1,2}(?:[:.]\\d{2})*.{0,12})?\\s*$`, "iu");

/** Times of a day, and durations such as 12:45 or 1:02:03. */
const CLOCKS = [
  "\\d{1,3}:[0-5]\\d(?::[0-5]\\d(?:[.,]\\d{1,9})?)?(?: ?[ap]\\.?m\\.?)?",
  "\\d{1,2}[時时시](?: ?\\d{1,2}[分분](?: ?\\d{1,2}[秒초])?)?",
];
const CLOCK = new RegExp(`^\\s*(?:${HALF})?(?:${CLOCKS.join("|")})\\s*$`, "iu");

/**
 * Returns the finding for a column of text that mostly looks like numbers or times. `other` is a text of rows that are not among
 * these.
 */
export function findAmongTexts(column: Column, other?: string): Finding[] {
  if (column.type !== "s") return [];
  const found = numbersAsText(column, other) ?? timesAsText(column) ?? clocksAsText(column);
  return found ? [found] : [];
}

/** Returns true for a column of text if each value by itself would be read as a number. */
export function isReadableThroughout(column: Column): boolean {
  if (column.type !== "s") return false;
  const { count, rows, used } = countTexts(
    column,
    column.levels.map((level) => READABLE.test(level)),
  );
  return count === rows && used.length >= MIN_DISTINCT.numbers;
}

/** How a text is written, if it is a number. */
interface NumberForm {
  /** A number as most are written. */
  isPlain: boolean;
  /** With a currency, with blanks between thousands, in full-width digits … */
  isDecorated: boolean;
  unit: string | undefined;
}

function numberForm(level: string): NumberForm {
  // Full-width digits and signs are as the others.
  const text = level.normalize("NFKC");
  return {
    isPlain: NUMBER.test(level),
    isDecorated: DECORATED.test(text) || (text !== level && NUMBER.test(text)),
    unit: WITH_UNIT.exec(text)?.[1],
  };
}

/** Looks for numbers, some of them with a fraction, an exponent, a unit or blanks, and for whole numbers with a few other texts. */
function numbersAsText(column: TextColumn, other: string | undefined): Finding | undefined {
  const { levels, name } = column;
  const forms = levels.map(numberForm);
  const units = commonUnits(forms);
  const isDecorated = forms.map(({ isDecorated, unit }) => isDecorated || (unit !== undefined && units.includes(unit)));
  const { count, rows, used } = countTexts(
    column,
    forms.map(({ isPlain }, level) => isPlain || isDecorated[level]!),
  );
  const isWhole = !used.some((level) => FRACTION.test(levels[level]!) || isDecorated[level]);
  if (used.length < MIN_DISTINCT.numbers || count < MIN_SHARE * rows) return undefined;
  if (isWhole && (count === rows ? other === undefined : count < MIN_PLAIN_SHARE * rows)) return undefined;
  const textWith = (wanted: (form: NumberForm, text: string) => boolean) => {
    const found = used.find((level) => wanted(forms[level]!, levels[level]!));
    return found === undefined ? undefined : levels[found]!.trim().slice(0, MAX_EXAMPLE);
  };
  if (units.length > 1) {
    const [examples, last] = [units.map((unit) => textWith((form) => form.unit === unit)!), units.at(-1)!];
    return {
      code: "mixed_units_as_text",
      column: name,
      values: { numbers: count, rows, units: units.slice(0, -1).join(", "), last, example: examples.join(", ").slice(0, MAX_EXAMPLE) },
    };
  }
  const example = other ?? textWith(({ isPlain }) => !isPlain) ?? textWith((_form, text) => text.includes(",")) ?? levels[used[0]!]!;
  const readable = readableNumbers(column);
  return { code: "numbers_as_text", column: name, values: { numbers: count, rows, readable, example: example.slice(0, MAX_EXAMPLE) } };
}

/** Returns the number of rows that are read if the column is declared to be numbers, whatever the file's decimal mark. */
function readableNumbers(column: TextColumn): number {
  const rows = new Uint32Array(column.levels.length);
  for (const code of column.codes) if (code >= 0) rows[code]++;
  const texts = column.levels.map((level, code) => ({ text: level.trim(), rows: rows[code] }));
  const counts = countMarks(texts);
  const readWith = (mark: DecimalMark) => texts.reduce((sum, { text, rows }) => sum + (isNumberText(text, mark) ? rows : 0), 0);
  return Math.min(...DECIMAL_MARKS.map((decimal) => readWith(declaredMark(counts, { decimal, isKnown: true }))));
}

const isNumberText = (text: string, mark: DecimalMark) => Number.isFinite(parseNumberOrNaN(text, mark));

/** Units of one quantity that people mix in a column. */
const QUANTITIES = [
  ["mg", "g", "kg", "t", "lb", "oz"],
  ["μm", "mm", "cm", "m", "km", "in", "ft"],
  ["ms", "s", "sec", "min", "h"],
  ["ml", "cl", "l", "μl"],
  ["pa", "hpa", "kpa", "mpa", "mbar", "bar", "psi"],
  ["°c", "°f", "k"],
  ["mv", "v", "kv"],
  ["ma", "a"],
  ["w", "kw", "mw"],
];
/** Least share of the texts with one of several units. */
const MIN_SHARE_OF_UNIT = 0.01;

/** Returns the unit of at least half of the texts, or those of one quantity. A letter after few of them is part of a name. */
function commonUnits(forms: readonly NumberForm[]): string[] {
  const counts = new Map<string, number>();
  for (const { unit } of forms) if (unit !== undefined) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  const frequent = [...counts].filter(([, count]) => count >= MIN_SHARE_OF_UNIT * forms.length).map(([unit]) => unit);
  const ofOne = (units: readonly string[]) => frequent.filter((unit) => units.includes(unit.toLowerCase()));
  const shareOf = (units: readonly string[]) => units.reduce((sum, unit) => sum + counts.get(unit)!, 0) / forms.length;
  const mixed = QUANTITIES.map(ofOne).find((units) => units.length > 1 && shareOf(units) >= MIN_SHARE);
  return mixed ?? frequent.filter((unit) => shareOf([unit]) >= 0.5);
}

function timesAsText(column: TextColumn): Finding | undefined {
  const isTime = column.levels.map((level) => TIME.test(level));
  const { count, rows, used } = countTexts(column, isTime);
  if (used.length < MIN_DISTINCT.times || count < MIN_SHARE * rows) return undefined;
  const exchanged = exchangedDays(column);
  if (exchanged) return { code: "exchanged_days_as_text", column: column.name, values: { ...exchanged, rows } };
  const hasLongYear = used.some((level) => isTime[level] && /^\s*\d{3}/.test(column.levels[level]!));
  const formats = [...DATE_FORMATS, ...DECLARED_FORMATS].filter((format) => hasLongYear || !AROUND_YEAR_100.includes(format));
  const parseTime = writtenTimeParser(formats, "UTC");
  const isRead = column.levels.map((level) => parseTime(level.trim()) !== undefined);
  const isReadable = used.some((level) => isTime[level] && isRead[level]);
  const code = isReadable ? "times_as_text" : "unread_times_as_text";
  const example = column.levels[used.find((level) => isTime[level] !== isReadable) ?? used[0]!]!;
  const { count: readable } = countTexts(column, isRead);
  return { code, column: column.name, values: { times: count, rows, readable, example: example.slice(0, MAX_EXAMPLE) } };
}

/** Returns the number of rows with days whose day and month a spreadsheet has exchanged, one of them, and a day that is not. */
function exchangedDays(column: TextColumn): { count: number; example: string; other: string } | undefined {
  const days = column.levels.map((level): OrderedDay => {
    const text = level.trim();
    return { yearFirst: parseYearFirst(text), dayFirst: parseDayFirst(text), monthFirst: parseMonthFirst(text) };
  });
  const { count, used } = countTexts(
    column,
    days.map(({ yearFirst }) => yearFirst !== undefined),
  );
  if (!areDaysExchanged(used.map((level) => days[level]!))) return undefined;
  const textOf = (wanted: (day: OrderedDay) => boolean) =>
    column.levels[used.find((level) => wanted(days[level]!))!]!.slice(0, MAX_EXAMPLE);
  const example = textOf(({ yearFirst }) => yearFirst !== undefined);
  return { count, example, other: textOf(({ dayFirst, monthFirst }) => (dayFirst ?? monthFirst) !== undefined) };
}

const parseYearFirst = writtenTimeParser(["yearFirst"], "UTC");
const parseDayFirst = writtenTimeParser(["dayFirst", "dayFirstShort"], "UTC");
const parseMonthFirst = writtenTimeParser(["monthFirst", "monthFirstShort"], "UTC");

function clocksAsText(column: TextColumn): Finding | undefined {
  const isClock = column.levels.map((level) => CLOCK.test(level));
  const { count, rows, used } = countTexts(column, isClock);
  if (used.length < MIN_DISTINCT.times || count < MIN_SHARE * rows) return undefined;
  const example = column.levels[used.find((level) => isClock[level])!]!;
  return { code: "clocks_as_text", column: column.name, values: { example: example.trim().slice(0, MAX_EXAMPLE) } };
}

/** Returns the number of rows with a text, that of rows with a wanted one, and the used levels in the order of the rows. */
function countTexts({ codes, levels }: TextColumn, isWanted: readonly boolean[]) {
  const isUsed = new Uint8Array(levels.length);
  const used: number[] = [];
  let [count, rows] = [0, 0];
  for (const code of codes) {
    if (code < 0) continue;
    rows++;
    if (isWanted[code]) count++;
    if (!isUsed[code]) used.push(code);
    isUsed[code] = 1;
  }
  return { count, rows, used };
}

/** Returns a finding where the names of several columns of numbers are times, as in a table with a column for each month. */
export function findTimesAsColumns(columns: readonly Column[]): Finding[] {
  const read = timeColumns(columns);
  const looking = columns.filter(({ name, type }) => type === "n" && TIME.test(name)).map(({ name }) => name);
  const names = read.length > 0 ? read : looking;
  const [first] = names;
  const last = names.at(-1);
  if (first === undefined || last === undefined || names.length < MIN_TIME_COLUMNS) return [];
  return [{ code: "times_as_columns", values: { count: names.length, first, last } }];
}
