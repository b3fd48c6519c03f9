/** Times whose year, month, quarter or week, and day are columns of their own. */
import { columnInFormula, type DataFinding } from "@agatha/contracts";
import { plainMonthNumbers, withoutAccents } from "@agatha/contracts/month-names";
import { YEAR_NAME_PATTERN } from "../column-names/time-names.js";
import { separateWords, wordPattern } from "../column-names/words.js";
import { QUARTER_NUMERALS, YEAR_BEFORE_REPUBLIC } from "../ingest/formats/date-formats.js";
import type { Column } from "../tables/table.js";
import { DAYS_PER_WEEK } from "../tables/zoned-time.js";

/** A column of whole numbers, or of texts that stand for them, that is a part of times: its name, and its least and greatest number. */
interface TimePart {
  name: RegExp;
  from: number;
  to: number;
  /** Fewest different numbers. */
  distinct: number;
  /** Returns the number that a text stands for, NaN for another text. */
  read?(text: string): number;
}

const YEAR: TimePart = { name: YEAR_NAME_PATTERN, from: 1500, to: 2100, distinct: 2 };
/** Years of the Republic of China, from 1971 to 2060. */
const REPUBLIC_YEAR: TimePart = {
  name: /^(民[國国]|[資资]料|[統统][計计])?年[度份別别]*$|^民[國国]|^roc/i,
  from: 60,
  to: 149,
  distinct: 2,
};
const MONTH: TimePart = { name: /month|monat|mois|^mes$|^mo$|月/i, from: 1, to: 12, distinct: 6, read: readMonth };
const QUARTER: TimePart = { name: /quarter|quartal|^qtr$|^q$|季|四半期/i, from: 1, to: 4, distinct: 3, read: readQuarter };
/** Weeks of the year. Those of a month have smaller numbers. */
const WEEK: TimePart = {
  name: /^(iso|calendar|cal|fiscal)?[ _-]?(week|wk|kw|woche|kalenderwoche)([ _-]?(no|nr|num|number|of[ _-]?(the[ _-]?)?year))?[.]?$|^第?[週周]([次数數别別]|番号)?$/i,
  from: 1,
  to: 53,
  distinct: 20,
};
const WEEKDAY_NAME_PATTERN =
  /week[ _-]?day(?!s)|day[ _-]?of[ _-]?(the[ _-]?)?week|^(dow|wday|dayofweek)$|wochentag|jour.{1,7}semaine|星期|[禮礼]拜|曜日|[週周][幾几一日天]/i;
const DAY: TimePart = { name: /^(day|mday|dom|tag|日)$|day.?of.?month/i, from: 1, to: 31, distinct: 20 };
/** Year from which the formula counts. */
const ORIGIN = 2000;
/** Most different texts of a part, since the formula has a step for each and formulas are of limited depth. */
const MAX_TEXTS = 36;

/**
 * Returns a finding where a table without times has their years and their months, quarters or weeks in two columns, or also their days
 * in a third one. Weeks are those of ISO 8601. It has the formula that makes a column of times of them. The year that something was
 * built has no part in the times when it was sold.
 */
export function findTimesInParts(columns: readonly Column[]): Omit<DataFinding, "message">[] {
  if (columns.some(({ type }) => type === "d")) return [];
  const findAll = (part: TimePart) => columns.filter((column) => isPart(column, part));
  const [day] = findAll(DAY);
  const months = findAll(MONTH).map((part): Step => ({ part, kind: MONTH, formula: monthly(12, "month", day) }));
  const weeks = findAll(WEEK).map((part): Step => ({ part, kind: WEEK, formula: weekly }));
  const quarters = findAll(QUARTER).map((part): Step => ({ part, kind: QUARTER, formula: monthly(4, "quarter") }));
  // A table of weeks may have the month of each, a table of days its week.
  const [found] = [...(day ? [...months, ...weeks] : [...weeks, ...months]), ...quarters].flatMap((step) => {
    const findYear = (years: TimePart) => yearOfSubject(subjectOf(step.part, step.kind), columns, years);
    const common = findYear(YEAR);
    const year = common ?? findYear(REPUBLIC_YEAR);
    return year ? [{ ...step, year, origin: common ? ORIGIN : ORIGIN - YEAR_BEFORE_REPUBLIC }] : [];
  });
  if (!found || (found.kind === WEEK && !areWeeksOfTimes(found, columns))) return [];
  const { part, kind, year, origin } = found;
  const formula = found.formula(`(${columnInFormula(year.name)} - ${origin})`, numberInFormula(part, kind));
  const parts = [part, ...(day && kind === MONTH ? [day] : [])].map(({ name }) => name).join(", ");
  return [{ code: "times_in_parts", column: year.name, values: { parts, formula } }];
}

/** A column of the parts of years, and the formula of times by the years since the origin and the number of the part. */
interface Step {
  part: Column;
  kind: TimePart;
  formula(years: string, number: string): string;
}

/** Returns the formula of months or quarters, or of the days of months. */
function monthly(perYear: number, unit: string, day?: Column): Step["formula"] {
  const begin = `date("${ORIGIN}-01-01")`;
  // January has 31 days, and no change of clocks.
  const first = day === undefined ? begin : `dateadd(${begin}, ${columnInFormula(day.name)} - 1, "day")`;
  return (years, number) => `dateadd(${first}, ${perYear} * ${years} + ${number} - 1, "${unit}")`;
}

/** Returns the formula of the Mondays of weeks: January 4 is in the first week of its year (ISO 8601). */
function weekly(years: string, number: string): string {
  const fourth = `dateadd(date("${ORIGIN}-01-04"), ${years}, "year")`;
  return `dateadd(${fourth}, 7 * (${number} - 1) + 1 - weekday(${fourth}), "day")`;
}

/**
 * Returns whether weeks are times: no week 53 is in a year of 52 weeks (ISO 8601), as it is where weeks count from January 1, and no
 * weekdays tell the days of a week apart.
 */
function areWeeksOfTimes({ part, year, origin }: Step & { year: Column; origin: number }, columns: readonly Column[]): boolean {
  if (columns.some(areWeekdays)) return false;
  if (part.type === "s" || year.type === "s") return false;
  const years = year.values;
  return part.values.every((number, row) => !(number > 52 && Number.isFinite(years[row])) || hasWeek53(years[row] + ORIGIN - origin));
}

/** Returns whether the year has 53 weeks: it begins or ends on a Thursday (ISO 8601). */
const hasWeek53 = (year: number): boolean =>
  [new Date(Date.UTC(year, 0, 1)), new Date(Date.UTC(year, 11, 31))].some((day) => day.getUTCDay() === 4);

/** Returns whether a column tells the days of a week apart, by its name and by how many different values it has. */
function areWeekdays(column: Column): boolean {
  const { name } = column;
  if (!WEEKDAY_NAME_PATTERN.test(name) && !DAY.name.test(name)) return false;
  const count = column.type === "s" ? usedLevels(column).length : new Set(column.values.filter(Number.isFinite)).size;
  return count > 1 && count <= DAYS_PER_WEEK;
}

/**
 * What a part is of, such as "sold" of YearSold: all that the name says, without the words that name no subject, and also without those of
 * the whole row. A sale is what is sold. A fiscal year may begin in any month of the calendar.
 */
interface Subject {
  all: string;
  named: string;
  bare: string;
  /** The word that tells which calendar counts; empty without one. */
  calendar: string;
}

/** Words that stand beside a year, month or quarter and do not say of what it is. */
const NO_SUBJECT_PATTERN = new RegExp(
  wordPattern({ latin: "no|nr|num|number|of|the|calendar|fiscal|iso", other: "[度份別别]|西元|公元" }),
  "giu",
);
/** Words of what the row as a whole is: the time of a birth in the row is another one. */
const ROW_PATTERN = new RegExp(
  wordPattern({ latin: "data|record|report|reporting|reference", other: "統計|统计|資料|数据|報告|报告" }),
  "giu",
);

function subjectOf(column: Column, { name: pattern }: TimePart): Subject {
  const rest = separateWords(column.name.replace(pattern, "_"));
  const lettersOf = (text: string) => text.replaceAll(/[^\p{L}]/gu, "").toLowerCase();
  const named = rest.replaceAll(NO_SUBJECT_PATTERN, "");
  const bare = lettersOf(named.replaceAll(ROW_PATTERN, "")).replace(/^sales?$/, "sold");
  return { all: lettersOf(rest), named: lettersOf(named), bare, calendar: /calendar|fiscal/i.exec(rest)?.[0].toLowerCase() ?? "" };
}

/** Returns the year of the same thing, else the first one where the year's name, or the part's, does not say of what it is. */
function yearOfSubject(subject: Subject, columns: readonly Column[], years: TimePart): Column | undefined {
  const found = columns
    .filter((column) => isPart(column, years))
    .map((column) => ({ column, own: subjectOf(column, years) }))
    .filter(({ own }) => own.calendar === "" || subject.calendar === "" || own.calendar === subject.calendar);
  const year =
    found.find(({ own }) => own.all === subject.all) ??
    found.find(({ own }) => own.bare === subject.bare) ??
    found.find(({ own }) => subject.named === "" || own.named === "");
  return year?.column;
}

function isPart(column: Column, { name, from, to, distinct, read }: TimePart): boolean {
  if (!name.test(column.name) || (column.type === "s" && !read)) return false;
  const present = column.type === "s" ? usedLevels(column).map((level) => read!(level)) : column.values.filter(Number.isFinite);
  if (column.type === "s" && present.length > MAX_TEXTS) return false;
  return present.every((value) => Number.isInteger(value) && value >= from && value <= to) && new Set(present).size >= distinct;
}

type TextColumn = Extract<Column, { type: "s" }>;

const usedLevels = ({ levels, codes }: TextColumn): string[] =>
  [...new Set(codes.filter((code) => code >= 0))].map((code) => levels[code]!);

/** Returns the column, or the number that each of its texts stands for; no number for any other text. */
function numberInFormula(column: Column, { read }: TimePart): string {
  const name = columnInFormula(column.name);
  if (column.type !== "s" || !read) return name;
  const numbers = usedLevels(column).map((level) => ({ level, number: read(level) }));
  numbers.sort((a, b) => a.number - b.number);
  return numbers.reduceRight((rest, { level, number }) => {
    const found = `${name} = ${JSON.stringify(level)}, ${number}`;
    return rest === "" ? `if(${found})` : `if(${found}, ${rest})`;
  }, "");
}

/** Reads the name of a month, or its number before 月 or after M. */
function readMonth(text: string): number {
  const plain = withoutAccents(text.trim().toLowerCase()).replace(/\.$/, "");
  const digits = /^(?:m?(\d{1,2})|(\d{1,2})月)$/.exec(plain);
  return Number(digits ? (digits[1] ?? digits[2]) : plainMonthNumbers().get(plain));
}

/** Reads a quarter such as Q1, 1Q, IV or 第一季. */
function readQuarter(text: string): number {
  const numeral = /^(?:q ?(\w+)|([1-4]) ?q|第?([1-4一二三四])(?:季度?|四半期)|(iv|i{1,3}))$/i.exec(text.trim())?.slice(1).find(Boolean);
  const place = QUARTER_NUMERALS.findIndex((numerals) => numerals.includes(numeral?.toUpperCase() ?? ""));
  return place < 0 ? Number.NaN : place + 1;
}
