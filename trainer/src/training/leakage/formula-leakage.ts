import type { NumberColumn } from "../../data/tables/table.js";
import { rowsWhere } from "../../numeric/rows-where.js";
import { median } from "../../numeric/statistics.js";
import { takeNumbers } from "../../numeric/take-numbers.js";

/** Two columns from which the target is computed. */
export interface FormulaLeakage {
  columns: readonly [string, string];
  /** Such as "end − start". The target is it, or a line in it: duration in minutes, a loss of 1 − good ÷ made. */
  formula: string;
}

/** Most columns whose pairs are tried. Their number grows with the square. */
const MAX_COLUMNS = 300;
/** Fewest rows, and least share of the rows, that have all three numbers. */
const MIN_ROWS = 30;
const MIN_SHARE = 0.1;
/** Rows by which a formula is tried first. */
const TRIED_ROWS = 200;
/** Least share of the variance that a line in the formula explains, and that no line in one of the two columns does. */
const MIN_EXPLAINED = 0.99;
/** Largest error that rounding of the columns explains, in mean distances of the target from its median. */
const MAX_ERROR = 0.005;
/** Most decimals of a target that is looked at for rounding. */
const MAX_DECIMALS = 6;

interface Required {
  /** Fewest rows that have all three numbers. */
  rows: number;
  /** Fewest rows whose target is not its median, or not one of the two numbers. Others hold by chance, as 0 for rare events does. */
  telling: number;
  /** Least share of all and of such rows in which the formula gives the target up to rounding. No law of nature does, if measured. */
  exact: number;
}

/** A few rows tell formulas apart well enough to skip most pairs. */
const TRIED: Required = { rows: 10, telling: 1, exact: 0.8 };

const FORMULAS: readonly { of(a: string, b: string): string; compute(a: number, b: number): number }[] = [
  { of: (a, b) => `${a} + ${b}`, compute: (a, b) => a + b },
  { of: (a, b) => `${a} − ${b}`, compute: (a, b) => a - b },
  { of: (a, b) => `${a} × ${b}`, compute: (a, b) => a * b },
  { of: (a, b) => `${a} ÷ ${b}`, compute: (a, b) => a / b },
  { of: (a, b) => `${b} ÷ ${a}`, compute: (a, b) => b / a },
];

/**
 * Finds the pairs of columns from which the target is computed, as a duration from start and end or a yield from two counts: a line in
 * their sum, difference, product or ratio gives it in nearly all rows up to rounding. Rows without one of the three numbers do not count.
 * Yields after each pair that it looked at closely and after each column, since hundreds of columns take seconds.
 */
export function* findFormulaLeakage(columns: readonly NumberColumn[], target: Float64Array): Generator<FormulaLeakage[]> {
  if (columns.length > MAX_COLUMNS || target.length < MIN_ROWS) return;
  const rounding = roundingOf(target);
  const all: Required = { rows: Math.max(MIN_ROWS, MIN_SHARE * target.length), telling: MIN_ROWS, exact: 0.95 };
  const step = Math.max(1, Math.floor(target.length / TRIED_ROWS));
  const tried = takeNumbersOf(columns, target, (row) => row % step === 0);
  for (const [i, a] of columns.entries()) {
    for (let j = i + 1; j < columns.length; j++) {
      const b = columns[j];
      const likely = FORMULAS.filter(({ compute }) =>
        isExact(tried.columns[i], tried.columns[j], tried.target, { compute, ...rounding, required: TRIED }),
      );
      if (likely.length === 0) continue;
      const formula = likely.find(
        ({ compute }) =>
          isExact(a.values, b.values, target, { compute, ...rounding, required: all }) && !isOfOneAlone(a.values, b.values, target),
      );
      yield formula ? [{ columns: [a.name, b.name], formula: formula.of(a.name, b.name) }] : [];
    }
    yield [];
  }
}

function takeNumbersOf(columns: readonly NumberColumn[], target: Float64Array, isTaken: (row: number) => boolean) {
  const rows = rowsWhere(target.length, isTaken);
  return { columns: columns.map(({ values }) => takeNumbers(values, rows)), target: takeNumbers(target, rows) };
}

interface Formula {
  compute(a: number, b: number): number;
  /** Largest error that rounding explains. */
  tolerance: number;
  /** Median of the target. */
  middle: number;
  required: Required;
}

/** Returns true if a line in the formula gives the target up to rounding. */
function isExact(a: Float64Array, b: Float64Array, target: Float64Array, { compute, tolerance, middle, required }: Formula): boolean {
  const line = fitLine(a, b, target, compute);
  if (line.rows < required.rows || line.explained < MIN_EXPLAINED) return false;
  const holdsIn = (isCounted: (row: number) => boolean, least: number): boolean => {
    let [rows, exact] = [0, 0];
    for (let row = 0; row < target.length; row++) {
      if (!Number.isFinite(a[row] + b[row] + target[row]) || !isCounted(row)) continue;
      rows++;
      if (Math.abs(target[row] - line.intercept - line.slope * compute(a[row], b[row])) <= tolerance) exact++;
    }
    return rows >= least && exact >= required.exact * rows;
  };
  const guesses = [() => middle, (row: number) => a[row], (row: number) => b[row]];
  return (
    holdsIn(() => true, required.rows) &&
    guesses.every((guess) => holdsIn((row) => Math.abs(target[row] - guess(row)) > tolerance, required.telling))
  );
}

/** Returns true if a line in one of the two columns explains the target in the rows that have both. */
function isOfOneAlone(a: Float64Array, b: Float64Array, target: Float64Array): boolean {
  const lines = [fitLine(a, b, target, (only) => only), fitLine(a, b, target, (_, only) => only)];
  return lines.some(({ explained }) => explained >= MIN_EXPLAINED);
}

interface Line {
  /** Number of rows that have all three numbers. */
  rows: number;
  slope: number;
  intercept: number;
  /** Share of the target's variance in the rows in which the formula is a number. */
  explained: number;
}

/** Fits the target by least squares as a line in what is computed from two columns. */
function fitLine(a: Float64Array, b: Float64Array, target: Float64Array, compute: Formula["compute"]): Line {
  let [rows, computed, meanX, meanY, xx, xy, yy] = [0, 0, 0, 0, 0, 0, 0];
  for (let row = 0; row < target.length; row++) {
    if (!Number.isFinite(a[row] + b[row] + target[row])) continue;
    rows++;
    const x = compute(a[row], b[row]);
    // A ratio to 0. Such a row counts as one in which the formula does not hold.
    if (!Number.isFinite(x)) continue;
    computed++;
    const fromX = x - meanX;
    const fromY = target[row] - meanY;
    meanX += fromX / computed;
    meanY += fromY / computed;
    xx += fromX * (x - meanX);
    xy += fromX * (target[row] - meanY);
    yy += fromY * (target[row] - meanY);
  }
  const slope = xx > 0 ? xy / xx : 0;
  return { rows, slope, intercept: meanY - slope * meanX, explained: xx > 0 && yy > 0 ? (xy * xy) / (xx * yy) : 0 };
}

/**
 * Returns the median of the target, and the largest error of a formula that rounding explains: of the target to its last decimal, or of
 * the columns.
 */
function roundingOf(target: Float64Array): Pick<Formula, "tolerance" | "middle"> {
  const middle = median(target);
  const distance = target.reduce((sum, value) => sum + Math.abs(value - middle), 0) / target.length;
  const decimals = Array.from({ length: MAX_DECIMALS }, (_, i) => i).find((count) =>
    target.every((value) => Math.abs(value * 10 ** count - Math.round(value * 10 ** count)) < 1e-6),
  );
  return { middle, tolerance: Math.max(MAX_ERROR * distance, decimals === undefined ? 0 : 0.5 * 10 ** -decimals) };
}
