import { ERRORS, InvalidInput, type ModelWarning } from "@agatha/contracts";
import { hasTooManyLevels } from "../../data/encoding/fit-encoder.js";
import { copyGroups } from "../../data/row-structure/find-copies.js";
import {
  type Column,
  findColumn,
  missingColumn,
  type NumberColumn,
  requireColumn,
  type Table,
  takeColumnRows,
  takeRows,
} from "../../data/tables/table.js";
import type { Target } from "../../numeric/matrix.js";
import type { Splitter } from "../../numeric/split.js";
import { readTarget, takeTarget } from "../plan/target.js";
import { resolveValidation, rowsInTimeOrder } from "../validation/resolve-validation.js";
import { type AdjacentColumn, columnsAmongLeaks, valueDomainOf } from "./adjacent-leakage.js";
import { type FormulaLeakage, findFormulaLeakage } from "./formula-leakage.js";
import { findLimitLeakage, type LimitLeakage } from "./limit-leakage.js";
import { skillScore, skillWhereItHasValue } from "./skill-score.js";
import { findValueLeakage, type ValueLeakage } from "./value-leakage.js";

/** Skill score from which a single column leaks the target: the share of the baseline's error that it explains. */
const MIN_LEAKAGE_SKILL = 0.98;

export interface LeakageInput {
  table: Table;
  target: Target;
  response: string | undefined;
  /** Columns that identify the row. */
  identifiers: ReadonlySet<string>;
  /** Columns that only name the group of a row, for models of new groups. */
  groupNames?: ReadonlyMap<string, ModelWarning>;
  /** Which rows are held out together; any rows when left out. */
  splitter?: Splitter;
}

/**
 * Drops the columns that leakageWarnings would report, with a warning and reason for each. A single leak of a number stays if no other
 * column predicts anything: it may be the one cause. Columns that only together give the target away stay if there are no others. Throws
 * InvalidInput (noColumnsLeft) if no column is left.
 */
export function dropLeaks(input: LeakageInput, columns: readonly string[]): { columns: string[]; warnings: ModelWarning[] } {
  const found = findLeaks(input, columns);
  const sole = soleCause(input, columns, found);
  const without = (leaks: readonly Leak[]) => columns.filter((name) => !leaks.some(({ column }) => column === name));
  const all = found.filter((leak) => leak !== sole);
  const leaks = without(all).length > 0 ? all : all.filter(({ code }) => code !== "leaks_together");
  const left = without(leaks);
  if (left.length === 0) {
    const message = "every column gives the answer away or only names the row: choose columns by name to use them all the same";
    throw new InvalidInput(ERRORS.noColumnsLeft, { path: "columns", message });
  }
  return {
    columns: left,
    warnings: leaks.map(({ code, column, values, message }) => ({
      code,
      column,
      ...(values && { values }),
      message: `${message}, and was left out; choose it by name to use it`,
    })),
  };
}

/**
 * Least skill score of a column that predicts something, and least skill score at which the target is computed from a column rather
 * than caused by it.
 */
const MIN_SKILL = 0.05;
const MIN_EXACT_SKILL = 0.999;

/**
 * Returns a leak of a number that may be its cause: the only leak, which does not give the number exactly, while no other column alone
 * predicts anything of it. The current through a wafer follows from the voltage that was applied; the direction of a price is computed
 * from its change.
 */
function soleCause({ table, target, splitter }: LeakageInput, columns: readonly string[], found: readonly Leak[]): Leak | undefined {
  const [leak, another] = found.filter(({ code }) => code === "leakage");
  if (!leak || another || target.kind !== "number") return undefined;
  const skillOf = (name: string) => {
    const column = requireColumn(table, name);
    return Math.max(skillScore(column, target, splitter), skillWhereItHasValue(column, target, splitter));
  };
  if (skillOf(leak.column) >= MIN_EXACT_SKILL) return undefined;
  const others = columns.filter((name) => !found.some(({ column }) => column === name) && !hasTooManyLevels(requireColumn(table, name)));
  return others.every((name) => skillOf(name) < MIN_SKILL) ? leak : undefined;
}

/**
 * Warns of columns that identify the row, predict the target almost perfectly by themselves on unseen rows, separate a class by a
 * limit, have a value that reveals a rare class, lie among leaking columns, or give the target away together with another column.
 */
export function leakageWarnings(input: LeakageInput, columns: readonly string[]): ModelWarning[] {
  return findLeaks(input, columns).map(({ code, column, values, message, advice }) => ({
    code,
    column,
    ...(values && { values }),
    message: `${message}: ${advice}`,
  }));
}

export interface LeakageWarning {
  /** leakage: the column's values leak the target; among_leaks: its neighbours do; leaks_together: they do with those of another one. */
  code: "leakage" | "among_leaks" | "leaks_together";
  column: string;
  /** The other column, of leaks_together. */
  other?: string;
  message: string;
}

export interface LeakageSearch {
  response: string;
  type: "REGRESSION" | "CLASSIFICATION";
  /** Which rows are held out together; any rows when left out. */
  validation?: { rows: "groups"; groupColumns: string[] } | { rows: "time"; timeColumn: string } | undefined;
}

/**
 * Returns the warnings about target leakage before any training, for each column of the table but the response. Yields to the
 * event loop between columns, since some hundreds of them take a second. Throws InvalidInput (responseType, columnName, badRequest).
 */
export async function findTargetLeakage(table: Table, { response, type, validation }: LeakageSearch): Promise<LeakageWarning[]> {
  const read = readTarget(findColumn(table, response) ?? missingColumn(response, "s", table.nrow), type);
  const named =
    validation &&
    takeRows({ nrow: table.nrow, columns: validationColumns(validation).map((name) => requireColumn(table, name)) }, read.rows);
  const order = named && rowsInTimeOrder({ validation }, named);
  const rows = order ? order.map((at) => read.rows[at]) : read.rows;
  const target = order ? takeTarget(read.target, order) : read.target;
  const splitter = named && resolveValidation({ validation, response }, order ? takeRows(named, order) : named)?.splitter;
  const candidatesOf = async (held: Splitter | undefined): Promise<LeakageCandidate[]> => {
    const candidates: LeakageCandidate[] = [];
    for (const column of table.columns) {
      const isSkipped = column.name === response;
      candidates.push(isSkipped ? skippedCandidate(response) : toLeakageCandidate(takeColumnRows(column, rows), target, held));
      await new Promise((resolve) => setImmediate(resolve));
    }
    return candidates;
  };
  const found = await candidatesOf(splitter);
  const taken = takeRows(table, rows);
  const apart = splitterOfCopies(taken, found, splitter);
  const candidates = apart ? await candidatesOf(apart) : found;
  const formulas: FormulaLeakage[] = [];
  for (const ofColumn of formulaLeakage(taken, target, candidates)) {
    formulas.push(...ofColumn);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return [...toLeakageWarnings(candidates), ...formulas.flatMap(togetherWarnings)];
}

/** Returns the columns that determine which rows are held out together. */
export function validationColumns(validation: NonNullable<LeakageSearch["validation"]>): string[] {
  return validation.rows === "groups" ? validation.groupColumns : [validation.timeColumn];
}

interface Leak extends ModelWarning {
  column: string;
  advice: string;
}

function findLeaks({ table, target, response, identifiers, groupNames, splitter }: LeakageInput, columns: readonly string[]): Leak[] {
  const candidatesOf = (held: Splitter | undefined) =>
    table.columns.map((column) =>
      column.name === response || identifiers.has(column.name) || groupNames?.has(column.name)
        ? skippedCandidate(column.name)
        : toLeakageCandidate(column, target, held),
    );
  const found = candidatesOf(splitter);
  const apart = splitterOfCopies(table, found, splitter);
  const candidates = apart ? candidatesOf(apart) : found;
  const chosen = candidates.filter(({ name }) => columns.includes(name));
  const together = [...formulaLeakage(table, target, chosen)].flat();
  const leaks = new Map([
    ...together.flatMap((found) =>
      togetherWarnings(found).map((leak): [string, LeakageWarning & Pick<Leak, "values">] => [
        leak.column,
        { ...leak, values: { formula: found.formula } },
      ]),
    ),
    ...toLeakageWarnings(candidates).map((leak): [string, LeakageWarning] => [leak.column, leak]),
  ]);
  return columns.flatMap((name): Leak[] => {
    if (identifiers.has(name)) {
      const advice = "what a model learns from it does not carry over to new rows";
      return [{ code: "row_name_used", column: name, message: `${name} only names the row`, advice }];
    }
    if (groupNames?.has(name)) {
      const advice = "what a model learns from it does not carry over to new groups";
      return [{ code: "group_name_used", column: name, message: `${name} only names the group`, advice }];
    }
    const leak = leaks.get(name);
    if (!leak) return [];
    const { other: _, ...warning } = leak;
    return [{ ...warning, advice: "make sure that it is known before the answer is" }];
  });
}

/**
 * Returns a splitter that holds out copies of a row together, if columns seem to leak the target and the table has copies. Any number of
 * a copy identifies it, and with it the answer.
 */
function splitterOfCopies(table: Table, candidates: readonly LeakageCandidate[], splitter?: Splitter): Splitter | undefined {
  const isRandom = splitter === undefined || splitter.rows === "random";
  if (!isRandom || candidates.every(({ isLeak }) => !isLeak)) return undefined;
  const groups = copyGroups(table);
  return groups && { rows: "groups", groups };
}

/** Searches the columns that neither are skipped nor leak the target by themselves for pairs from which it is computed. */
function formulaLeakage(table: Table, target: Target, candidates: readonly LeakageCandidate[]): Iterable<FormulaLeakage[]> {
  if (target.kind !== "number") return [];
  const columns = candidates
    .filter(({ isLeak, isLeftOut }) => !isLeak && !isLeftOut)
    .map(({ name }) => requireColumn(table, name))
    .filter((column): column is NumberColumn => column.type !== "s");
  return findFormulaLeakage(columns, target.values);
}

function togetherWarnings({ columns: [first, second], formula }: FormulaLeakage): LeakageWarning[] {
  const warningOf = (column: string, other: string): LeakageWarning => ({
    code: "leaks_together",
    column,
    other,
    message: `${column} gives the target away together with ${other}: it follows from ${formula}`,
  });
  return [warningOf(first, second), warningOf(second, first)];
}

interface LeakageCandidate extends AdjacentColumn {
  /** Message about the column's own values. */
  message: string | undefined;
  /** Whether no model learns from the column, whatever its values. */
  isLeftOut: boolean;
}

/** Returns the candidate for a column that is not checked and that separates its neighbours. */
function skippedCandidate(name: string): LeakageCandidate {
  return { name, valueDomain: undefined, isLeak: false, message: undefined, isLeftOut: true };
}

function toLeakageCandidate(column: Column, target: Target, splitter?: Splitter): LeakageCandidate {
  const message = leakageMessage(column, target, splitter);
  return {
    name: column.name,
    valueDomain: valueDomainOf(column),
    isLeak: message !== undefined,
    message,
    isLeftOut: hasTooManyLevels(column),
  };
}

/** Returns the warnings in column order: about columns whose values leak the target, and about columns among them. */
function toLeakageWarnings(candidates: readonly LeakageCandidate[]): LeakageWarning[] {
  const adjacent = columnsAmongLeaks(candidates);
  return candidates.flatMap(({ name, message, isLeftOut }): LeakageWarning[] => {
    if (isLeftOut) return [];
    if (message !== undefined) return [{ code: "leakage", column: name, message }];
    const leaks = adjacent.get(name);
    return leaks === undefined ? [] : [{ code: "among_leaks", column: name, message: amongLeaksMessage(name, leaks) }];
  });
}

function amongLeaksMessage(name: string, leaks: number): string {
  return `${name} stands among ${leaks} columns that give the target away and has their form, so it was probably recorded with them, though its values do not show it`;
}

function limitMessage(name: string, { label, lower, upper, errors }: LimitLeakage): string {
  const [from, to] = [lower, upper].map((limit) => Number(limit.toPrecision(6)));
  const range =
    lower === Number.NEGATIVE_INFINITY ? `below ${to}` : upper === Number.POSITIVE_INFINITY ? `above ${from}` : `between ${from} and ${to}`;
  return `${name} ${range} tells the class ${label} in all rows${errors > 0 ? ` but ${errors}` : ""}`;
}

function leakageMessage(column: Column, target: Target, splitter?: Splitter): string | undefined {
  const explains = (skill: number) => `${column.name} alone explains ${(100 * skill).toFixed(1)} % of the target`;
  const skill = skillScore(column, target, splitter);
  if (skill >= MIN_LEAKAGE_SKILL) return explains(skill);
  const skillWithValue = skillWhereItHasValue(column, target, splitter);
  if (skillWithValue >= MIN_LEAKAGE_SKILL) return `${explains(skillWithValue)} in the rows that have it`;
  const limits = findLimitLeakage(column, target, splitter);
  if (limits) return limitMessage(column.name, limits);
  const valueLeakage = findValueLeakage(column, target, splitter);
  return valueLeakage && valueMessage(column.name, valueLeakage);
}

function valueMessage(name: string, { value, label, rows }: ValueLeakage): string {
  const which = value === undefined ? `that have a value of ${name}` : `with ${name} = ${value}`;
  return `all ${rows} rows ${which} are of the rare class ${label}`;
}
