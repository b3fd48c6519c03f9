/**
 * Type of an argument. n, s, d or b (a condition); `any` value; `same`: all arguments of this kind have one type. The others are
 * written out in the formula: a count of rows, a unit of time or a step of the calendar, a date, or the name of a column that makes groups.
 */
export type Parameter = "n" | "s" | "d" | "b" | "any" | "same" | "rows" | "unit" | "step" | "date" | "group";
/** b is a condition: a column of conditions has 1 and 0. */
export type ValueType = "n" | "s" | "d" | "b";

export interface FormulaFunction {
  takes: readonly Parameter[];
  /** Parameters at the end that may be left out. */
  optional?: number;
  /** The last parameter may be given again, up to MAX_ARGUMENTS in all. */
  repeats?: boolean;
  gives: ValueType | "same";
  /** Looks at other rows, in their present order. */
  window?: boolean;
}

export const MAX_ARGUMENTS = 50;
/** Rows that a lag or a window may span. */
export const MAX_WINDOW_ROWS = 100_000;
export const FORMULA_UNITS = ["second", "minute", "hour", "day", "week"] as const;
export type FormulaUnit = (typeof FORMULA_UNITS)[number];
/** Steps by which a time is moved: units, and those of the calendar with their months. */
export const CALENDAR_STEP_MONTHS = { month: 1, quarter: 3, year: 12 } as const;
export type CalendarStep = keyof typeof CALENDAR_STEP_MONTHS;

const number: FormulaFunction = { takes: ["n"], gives: "n" };
const datePart: FormulaFunction = { takes: ["d"], gives: "n" };
const textTest: FormulaFunction = { takes: ["s", "s"], gives: "b" };
const changedText: FormulaFunction = { takes: ["s"], gives: "s" };
const ofRows: FormulaFunction = { takes: ["n", "rows", "group"], optional: 1, gives: "n", window: true };

/** Functions of formulas by name. */
export const FORMULA_FUNCTIONS = {
  if: { takes: ["b", "same", "same"], optional: 1, gives: "same" },
  coalesce: { takes: ["same", "same"], repeats: true, gives: "same" },
  ismissing: { takes: ["any"], gives: "b" },
  abs: number,
  sqrt: number,
  exp: number,
  log: number,
  log10: number,
  floor: number,
  ceil: number,
  sign: number,
  sin: number,
  cos: number,
  round: { takes: ["n", "n"], optional: 1, gives: "n" },
  mod: { takes: ["n", "n"], gives: "n" },
  min: { takes: ["n", "n"], repeats: true, gives: "n" },
  max: { takes: ["n", "n"], repeats: true, gives: "n" },
  bin: { takes: ["n", "n", "n"], optional: 1, gives: "n" },
  length: { takes: ["s"], gives: "n" },
  lower: changedText,
  upper: changedText,
  trim: changedText,
  left: { takes: ["s", "n"], gives: "s" },
  right: { takes: ["s", "n"], gives: "s" },
  substring: { takes: ["s", "n", "n"], gives: "s" },
  replace: { takes: ["s", "s", "s"], gives: "s" },
  concat: { takes: ["s", "s"], repeats: true, gives: "s" },
  contains: textTest,
  startswith: textTest,
  endswith: textTest,
  number: { takes: ["s"], gives: "n" },
  text: { takes: ["n"], gives: "s" },
  year: datePart,
  quarter: datePart,
  month: datePart,
  day: datePart,
  weekday: datePart,
  hour: datePart,
  minute: datePart,
  date: { takes: ["date"], gives: "d" },
  datediff: { takes: ["d", "d", "unit"], gives: "n" },
  dateadd: { takes: ["d", "n", "step"], gives: "d" },
  lag: { takes: ["same", "rows", "group"], optional: 1, gives: "same", window: true },
  rolling_mean: ofRows,
  rolling_sum: ofRows,
  rolling_std: ofRows,
  rolling_min: ofRows,
  rolling_max: ofRows,
} as const satisfies Record<string, FormulaFunction>;
export type FormulaFunctionName = keyof typeof FORMULA_FUNCTIONS;

/** Returns true if the language has a function of the name. */
export function isFormulaFunction(name: string): name is FormulaFunctionName {
  return Object.hasOwn(FORMULA_FUNCTIONS, name);
}
