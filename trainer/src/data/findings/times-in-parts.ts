/** Times whose year, month or quarter, and day are columns of their own. */
import { columnInFormula, type DataFinding } from "@agatha/contracts";
import { YEAR_NAME_PATTERN } from "../column-names/time-names.js";
import type { Column, NumberColumn } from "../tables/table.js";

/** A column of whole numbers that is a part of times: its name, and its least and greatest number. */
interface TimePart {
  name: RegExp;
  from: number;
  to: number;
  /** Fewest different numbers. */
  distinct: number;
}

const YEAR: TimePart = { name: YEAR_NAME_PATTERN, from: 1500, to: 2100, distinct: 2 };
const MONTH: TimePart = { name: /month|monat|mois|^mes$|^mo$|月/i, from: 1, to: 12, distinct: 6 };
const QUARTER: TimePart = { name: /quarter|quartal|^qtr$|^q$|季|四半期/i, from: 1, to: 4, distinct: 3 };
const DAY: TimePart = { name: /^(day|mday|dom|tag|日)$|day.?of.?month/i, from: 1, to: 31, distinct: 20 };
/** Year from which the formula counts. */
const ORIGIN = 2000;

/**
 * Returns a finding where a table without times has their years and their months or quarters in two columns, or also their days in
 * a third one. It has the formula that makes a column of times of them. The year that something was built has no part in the times
 * when it was sold.
 */
export function findTimesInParts(columns: readonly Column[]): Omit<DataFinding, "message">[] {
  if (columns.some(({ type }) => type === "d")) return [];
  const find = (part: TimePart) => columns.find((column) => isPart(column, part))?.name;
  const month = find(MONTH);
  const part = month ?? find(QUARTER);
  if (part === undefined) return [];
  const subject = subjectOf(part, month === undefined ? QUARTER : MONTH);
  const years = columns.filter((column) => column.name !== part && isPart(column, YEAR));
  const year =
    years.find(({ name }) => subjectOf(name, YEAR) === subject) ?? years.find(({ name }) => subject === "" || subjectOf(name, YEAR) === "");
  if (!year) return [];
  const step = month === undefined ? { perYear: 4, unit: "quarter" } : { perYear: 12, unit: "month" };
  const periods = `${step.perYear} * (${columnInFormula(year.name)} - ${ORIGIN})`;
  const day = month === undefined ? undefined : find(DAY);
  const origin = `date("${ORIGIN}-01-01")`;
  // January has 31 days, and no change of clocks.
  const first = day === undefined ? origin : `dateadd(${origin}, ${columnInFormula(day)} - 1, "day")`;
  const formula = `dateadd(${first}, ${periods} + ${columnInFormula(part)} - 1, "${step.unit}")`;
  const parts = [part, ...(day === undefined ? [] : [day])].join(", ");
  return [{ code: "times_in_parts", column: year.name, values: { parts, formula } }];
}

/** Returns what the part is of, such as "sold" of YearSold. */
function subjectOf(name: string, { name: pattern }: TimePart): string {
  return name
    .replace(pattern, "")
    .replaceAll(/[^\p{L}]/gu, "")
    .toLowerCase();
}

function isPart(column: Column, { name, from, to, distinct }: TimePart): column is NumberColumn {
  if (column.type !== "n" || !name.test(column.name)) return false;
  const present = column.values.filter(Number.isFinite);
  return present.every((value) => Number.isInteger(value) && value >= from && value <= to) && new Set(present).size >= distinct;
}
