import { ERRORS, InvalidInput, type ModelWarning } from "@agatha/contracts";
import { type Column, findColumn, missingColumn, type Table, takeColumnRows } from "../../data/tables/table.js";
import type { Target } from "../../numeric/matrix.js";
import { readTarget } from "../target.js";
import { type AdjacentColumn, columnsAmongLeaks, valueDomainOf } from "./adjacent-leakage.js";
import { findValueLeakage } from "./value-leakage.js";

/** Skill score from which a single column leaks the target: the share of the baseline's error that it explains. */
const MIN_LEAKAGE_SKILL = 0.98;
const MIN_ROWS = 30;

export interface LeakageInput {
  table: Table;
  target: Target;
  response: string | undefined;
  /** Columns that identify the row. */
  identifiers: ReadonlySet<string>;
}

/**
 * Drops the columns that leakageWarnings would report, with a warning and reason for each. Throws InvalidInput (noColumnsLeft)
 * when none is left.
 */
export function dropLeaks(input: LeakageInput, columns: readonly string[]): { columns: string[]; warnings: ModelWarning[] } {
  const leaks = findLeaks(input, columns);
  const left = columns.filter((name) => !leaks.some(({ column }) => column === name));
  if (left.length === 0) {
    const message = "every column gives the answer away or only names the row: choose columns by name to use them all the same";
    throw new InvalidInput(ERRORS.noColumnsLeft, { path: "columns", message });
  }
  return {
    columns: left,
    warnings: leaks.map(({ code, column, message }) => ({
      code,
      column,
      message: `${message}, and was left out; choose it by name to use it`,
    })),
  };
}

/**
 * Warns of columns that identify the row, that alone predict the target almost perfectly on unseen rows, that have a value which
 * reveals a rare class, or that lie among leaking columns.
 */
export function leakageWarnings(input: LeakageInput, columns: readonly string[]): ModelWarning[] {
  return findLeaks(input, columns).map(({ code, column, message, advice }) => ({ code, column, message: `${message}: ${advice}` }));
}

export interface LeakageWarning {
  /** leakage: the column's values leak the target; among_leaks: its neighbours do. */
  code: "leakage" | "among_leaks";
  column: string;
  message: string;
}

/**
 * Returns the warnings about target leakage before any training, for each column of the table but the response. Yields to the
 * event loop between columns, since some hundreds of them take a second. Throws InvalidInput (responseType).
 */
export async function findTargetLeakage(table: Table, response: string, type: "REGRESSION" | "CLASSIFICATION"): Promise<LeakageWarning[]> {
  const { rows, target } = readTarget(findColumn(table, response) ?? missingColumn(response, "s", table.nrow), type);
  const candidates: LeakageCandidate[] = [];
  for (const column of table.columns) {
    candidates.push(column.name === response ? skippedCandidate(response) : toLeakageCandidate(takeColumnRows(column, rows), target));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return toLeakageWarnings(candidates);
}

interface Leak extends ModelWarning {
  column: string;
  advice: string;
}

function findLeaks({ table, target, response, identifiers }: LeakageInput, columns: readonly string[]): Leak[] {
  const candidates = table.columns.map((column) =>
    column.name === response || identifiers.has(column.name) ? skippedCandidate(column.name) : toLeakageCandidate(column, target),
  );
  const leaks = new Map(toLeakageWarnings(candidates).map((leak) => [leak.column, leak]));
  return columns.flatMap((name): Leak[] => {
    if (identifiers.has(name)) {
      const advice = "what a model learns from it does not carry over to new rows";
      return [{ code: "names_the_row", column: name, message: `${name} only names the row`, advice }];
    }
    const leak = leaks.get(name);
    return leak ? [{ ...leak, advice: "make sure that it is known before the answer is" }] : [];
  });
}

interface LeakageCandidate extends AdjacentColumn {
  /** Message about the column's own values. */
  message: string | undefined;
}

/** Returns the candidate for a column that is not checked and that separates its neighbours. */
function skippedCandidate(name: string): LeakageCandidate {
  return { name, valueDomain: undefined, isLeak: false, message: undefined };
}

function toLeakageCandidate(column: Column, target: Target): LeakageCandidate {
  const message = leakageMessage(column, target);
  return { name: column.name, valueDomain: valueDomainOf(column), isLeak: message !== undefined, message };
}

/** Returns the warnings in column order: about columns whose values leak the target, and about columns among them. */
function toLeakageWarnings(candidates: readonly LeakageCandidate[]): LeakageWarning[] {
  const adjacent = columnsAmongLeaks(candidates);
  return candidates.flatMap(({ name, message }): LeakageWarning[] => {
    if (message !== undefined) return [{ code: "leakage", column: name, message }];
    const leaks = adjacent.get(name);
    return leaks === undefined ? [] : [{ code: "among_leaks", column: name, message: amongLeaksMessage(name, leaks) }];
  });
}

function amongLeaksMessage(name: string, leaks: number): string {
  return `${name} stands among ${leaks} columns that give the target away and has their form, so it was probably recorded with them, though its values do not show it`;
}

function leakageMessage(column: Column, target: Target): string | undefined {
  const skill = skillScore(column, target);
  if (skill >= MIN_LEAKAGE_SKILL) return `${column.name} alone explains ${(100 * skill).toFixed(1)} % of the target`;
  const valueLeakage = findValueLeakage(column, target);
  return (
    valueLeakage && `all ${valueLeakage.rows} rows with ${column.name} = ${valueLeakage.value} are of the rare class ${valueLeakage.label}`
  );
}

/**
 * Returns the skill of a single column relative to the baseline (mean or majority): 1 is perfect, 0 no better. Every other row is
 * a training row, and its target is stored by the column's value: the mean target, or the most frequent class. The remaining rows
 * are predicted. A number between two known values is interpolated, or takes the class of the nearer value. Numbers beyond the
 * known values are not predicted.
 */
function skillScore(column: Column, target: Target): number {
  const values = column.type === "s" ? Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : code)) : column.values;
  if (target.kind === "none" || values.length < MIN_ROWS) return 0;
  const between = column.type === "s" ? "nothing" : target.kind === "number" ? "interpolation" : "nearest";
  const known = fitLookup(values, target);
  let trivial = 0;
  let left = 0;
  for (let row = 1; row < values.length; row += 2) {
    const predicted = predictLookup(known, values[row], between);
    if (predicted === undefined) continue;
    trivial += predictionError(target, row, known.overall);
    left += predictionError(target, row, predicted);
  }
  return trivial > 0 ? 1 - left / trivial : 0;
}

/** Returns the squared error for numbers, 1 for a wrong class. */
function predictionError(target: Exclude<Target, { kind: "none" }>, row: number, predicted: number): number {
  if (target.kind === "number") return (target.values[row] - predicted) ** 2;
  return target.codes[row] === predicted ? 0 : 1;
}

interface LookupModel {
  /** The column's values, ascending; `predictions` are the predictions for them. */
  at: Float64Array;
  predictions: number[];
  ofMissing: number;
  overall: number;
}

function fitLookup(values: Float64Array, target: Exclude<Target, { kind: "none" }>): LookupModel {
  const rows = Array.from({ length: Math.ceil(values.length / 2) }, (_, i) => 2 * i);
  const byValue = new Map<number, number[]>();
  for (const row of rows) {
    const same = byValue.get(values[row]);
    if (same) same.push(row);
    else byValue.set(values[row], [row]);
  }
  const predictFrom = (of: readonly number[]) => (target.kind === "number" ? meanOf(target.values, of) : mostFrequent(target.codes, of));
  const overall = predictFrom(rows);
  const missing = byValue.get(Number.NaN);
  const at = Float64Array.from(byValue.keys()).filter(Number.isFinite).sort();
  return {
    at,
    predictions: Array.from(at, (value) => predictFrom(byValue.get(value) ?? rows)),
    ofMissing: missing ? predictFrom(missing) : overall,
    overall,
  };
}

function predictLookup(
  { at, predictions, ofMissing, overall }: LookupModel,
  value: number,
  between: "nothing" | "interpolation" | "nearest",
): number | undefined {
  if (!Number.isFinite(value)) return ofMissing;
  const above = bisectLeft(at, value);
  if (at[above] === value) return predictions[above];
  if (between === "nothing" || at.length === 0) return overall;
  if (above === 0 || above === at.length) return undefined;
  const share = (value - at[above - 1]) / (at[above] - at[above - 1]);
  if (between === "nearest") return predictions[share < 0.5 ? above - 1 : above];
  return predictions[above - 1] + share * (predictions[above] - predictions[above - 1]);
}

/** Returns the index of the first number that is not less than the value, or the length if there is none. */
function bisectLeft(sorted: Float64Array, value: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle] < value) from = middle + 1;
    else to = middle;
  }
  return from;
}

function meanOf(values: Float64Array, rows: readonly number[]): number {
  return rows.reduce((sum, row) => sum + values[row], 0) / rows.length;
}

function mostFrequent(codes: Int32Array, rows: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(codes[row], (counts.get(codes[row]) ?? 0) + 1);
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}
