import {
  type ColumnType,
  columnTypeProblem,
  ERRORS,
  type EvaluationWarning,
  InvalidInput,
  type ModelInput,
  missingColumnProblems,
  type Problem,
  pluralize,
  pluralizeShare,
  type WrongEntry,
} from "@agatha/contracts";
import { nameKindOf } from "../../data/column-names/name-kind.js";
import { parseNumberCell } from "../../data/ingest/cells/cell-reader.js";
import { parseDuration } from "../../data/ingest/formats/number-formats.js";
import { columnCodes, combineCodes, type ValueCodes } from "../../data/row-structure/group-codes.js";
import { createLevelFinder } from "../../data/tables/known-levels.js";
import { type Column, findColumn, missingColumn, type Table } from "../../data/tables/table.js";

/** Column that the test rows must have. Levels are those of text in training, the range is that of numbers and times. */
type RequiredColumn = Pick<ModelInput, "name" | "type"> & Partial<Pick<ModelInput, "levels" | "min" | "max">>;

/** Share of rows outside the training range above which a warning is due. */
const MAX_OUTSIDE_SHARE = 0.05;

/**
 * Returns the required columns of the test table, each of its type. A column without any value matches any type. Throws InvalidInput
 * (evaluationInputColumns) that names each column that is missing, has another type, or shares no text with the training data. Columns
 * that name groups, or have a different value in each group, may share none, since all rows may be of new groups.
 */
export function matchColumns(
  table: Table,
  requiredColumns: readonly RequiredColumn[],
  groupColumns: readonly string[] = [],
): { table: Table; warnings: EvaluationWarning[] } {
  const problems = missingColumnProblems(requiredColumns.flatMap(({ name }) => (findColumn(table, name) ? [] : [name])));
  const warnings: EvaluationWarning[] = [];
  const groups = groupsOf(table, groupColumns);
  const columns = requiredColumns.flatMap((required): Column[] => {
    const found = findColumn(table, required.name);
    if (!found) return [];
    const column = withType(required.type === "n" ? withHours(found) : found, required.type, table.nrow, problems);
    const namesGroups = groupColumns.includes(required.name) || nameKindOf(required) === "unit" || isOneToOne(column, groups);
    if (!namesGroups) problems.push(...unseenProblems(column, required));
    warnings.push(...contentWarnings(column, required, table.nrow));
    return [column];
  });
  if (problems.length > 0) throw new InvalidInput(ERRORS.evaluationInputColumns, problems);
  return { table: { nrow: table.nrow, columns }, warnings };
}

/** Returns the group of each row; undefined where the table lacks a column that names it. */
function groupsOf(table: Table, groupColumns: readonly string[]): ValueCodes | undefined {
  const columns = groupColumns.flatMap((name) => findColumn(table, name) ?? []);
  return columns.length > 0 && columns.length === groupColumns.length ? columns.map(columnCodes).reduce(combineCodes) : undefined;
}

/** Returns true if there are several groups, each of them has one value of the column, and each value one group. */
function isOneToOne(column: Column, groups: ValueCodes | undefined): boolean {
  if (!groups || groups.count < 2) return false;
  const values = columnCodes(column);
  return values.count === groups.count && combineCodes(values, groups).count === groups.count;
}

/**
 * Returns the table with its columns of the required types: one without any value fits each. Throws InvalidInput
 * (batchPredictionFailed) that names each column of another type.
 */
export function withRequiredTypes(table: Table, requiredColumns: readonly Pick<ModelInput, "name" | "type">[]): Table {
  const types = new Map(requiredColumns.map(({ name, type }) => [name, type]));
  const problems: Problem[] = [];
  const columns = table.columns.map((column) => withType(column, types.get(column.name) ?? column.type, table.nrow, problems));
  if (problems.length > 0) throw new InvalidInput(ERRORS.batchPredictionFailed, problems);
  return { ...table, columns };
}

/** Warns of columns that the training data lack; no model uses them. */
export function extraColumns(given: readonly { name: string }[], training: ReadonlySet<string>): EvaluationWarning[] {
  return given
    .filter(({ name }) => !training.has(name))
    .map(({ name }) => ({
      code: "extra_column",
      column: name,
      message: `${name} is no column of the training data, and is not looked at`,
    }));
}

/**
 * Returns text of durations such as 8:30:00 as numbers of hours. If none is a day or longer, the file alone does not show that they
 * are durations.
 */
export function withHours(column: Column): Column {
  if (column.type !== "s" || isAllMissing(column)) return column;
  const hours = column.levels.map(parseDuration);
  if (column.codes.some((code) => code >= 0 && hours[code] === undefined)) return column;
  return { name: column.name, type: "n", values: Float64Array.from(column.codes, (code) => hours[code] ?? Number.NaN) };
}

/** Returns text of which each is a number or a word such as n/a as numbers, which are missing for such words. */
export function withNumbers(column: Column): Column {
  if (column.type !== "s") return column;
  const numbers = column.levels.map(parseNumberCell);
  if (numbers.includes(undefined)) return column;
  return { name: column.name, type: "n", values: Float64Array.from(column.codes, (code) => numbers[code] ?? Number.NaN) };
}

/** Returns the column if it is of the type, else one without any value. Adds a problem where values are lost by that. */
function withType(column: Column, type: ColumnType, nrow: number, problems: Problem[]): Column {
  if (column.type === type) return column;
  if (!isAllMissing(column)) problems.push(columnTypeProblem(column.name, column.type, type, firstWrongEntry(column, type)));
  return missingColumn(column.name, type, nrow);
}

/** Returns the problem of a column of text that shares no value with the training; none for others. */
function unseenProblems(column: Column, { name, levels = [] }: RequiredColumn): Problem[] {
  if (column.type !== "s" || levels.length === 0) return [];
  const { unseen, present, example } = countUnseen(column, levels);
  if (unseen === 0 || unseen < present) return [];
  const message = `has no value that was seen in training (${JSON.stringify(example)} is none): check that it is the same column`;
  return [{ path: name, message }];
}

/** Returns the first text that makes a column text although it should hold numbers or times; undefined if all texts are such. */
function firstWrongEntry(column: Column, type: ColumnType): WrongEntry | undefined {
  if (column.type !== "s" || type === "s") return undefined;
  const wrong = column.levels.map((level) => Number.isNaN(type === "n" ? Number(level) : Date.parse(level)));
  const row = column.codes.findIndex((code) => wrong[code] === true);
  return row < 0 ? undefined : { row: row + 1, value: column.levels[column.codes[row] ?? -1] ?? "" };
}

function isAllMissing(column: Column): boolean {
  return column.type === "s" ? column.codes.every((code) => code < 0) : !column.values.some(Number.isFinite);
}

function contentWarnings(column: Column, { levels, min, max }: RequiredColumn, nrow: number): EvaluationWarning[] {
  const { name } = column;
  if (column.type === "s") {
    if (!levels || levels.length === 0) return [];
    const { unseen, example } = countUnseen(column, levels);
    const message = `${name} has values in ${pluralizeShare(unseen, nrow, "row", ["that was", "that were"])} not seen in training, such as ${JSON.stringify(example)}`;
    return unseen > 0 ? [{ code: "unseen_values", column: name, message }] : [];
  }
  const outside = column.values.reduce((count, value) => count + (value < (min ?? value) || value > (max ?? value) ? 1 : 0), 0);
  const message = `${name} lies outside the range of the training data in ${outside} of ${pluralize(nrow, "row")}`;
  return outside > MAX_OUTSIDE_SHARE * nrow ? [{ code: "outside_range", column: name, message }] : [];
}

function countUnseen(column: Extract<Column, { type: "s" }>, levels: readonly string[]) {
  const find = createLevelFinder(levels);
  const isNew = column.levels.map((level) => find(level) === undefined);
  const present = column.codes.filter((code) => code >= 0);
  const unseen = present.filter((code) => isNew[code]);
  return { present: present.length, unseen: unseen.length, example: column.levels[unseen[0]] ?? "" };
}
