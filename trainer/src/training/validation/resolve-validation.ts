import { ERRORS, InvalidInput, type ModelWarning } from "@agatha/contracts";
import { findConsecutiveBlocks } from "../../data/row-structure/find-consecutive-blocks.js";
import { findRowStructure, structureGroups } from "../../data/row-structure/find-row-structure.js";
import { groupCodes, groupNamingColumns } from "../../data/row-structure/group-codes.js";
import { orderByGroups } from "../../data/row-structure/group-order.js";
import { requireColumn, type Table } from "../../data/tables/table.js";
import { countDistinct } from "../../numeric/statistics.js";
import { type HiddenColumns, withoutHidden } from "../plan/hidden-columns.js";
import type { ModelRequest } from "../plan/plan.js";
import type { ResolvedValidation } from "../plan/training-set.js";

type ValidationRequest = Pick<ModelRequest, "validation" | "response" | "semilabel" | "columns"> & MeasuredOrder & HiddenColumns;

/** What a quick model measured about the order of the rows. */
export interface MeasuredOrder {
  /** The response depends on blocks of consecutive rows, which are groups. */
  dependsOnBlocks?: boolean;
}

/** Rows that belong together, by columns or without. */
type RowGroups = Required<Pick<ResolvedValidation, "groupColumns" | "groups">> & Pick<ResolvedValidation, "groupedBy">;

/**
 * Returns which rows the request holds out together. If the request goes by time, the rows of the table are in order of time. Without
 * a `validation`, rows are held out at random. If groups are found, they are returned too, for the error for new groups. Throws
 * InvalidInput.
 */
export function resolveValidation(request: ValidationRequest, table: Table): ResolvedValidation {
  const { validation } = request;
  const { rows = "random", folds, groupColumns: named } = validation ?? {};
  if (validation && rows === "time") {
    const timeColumn = timeColumnOf(validation, table);
    const groups = named && groupCodes(table, named);
    if (groups) requireSeveralGroups(groups, named);
    const periods = periodsOf(groups ?? timesOf(table, timeColumn));
    return { splitter: { rows, periods, ...(groups && { groups }) }, folds, timeColumn, ...(groups && { groupColumns: named, groups }) };
  }
  const seeksGroups = validation ? rows !== "random" : request.response !== undefined;
  const found = named ? { groupColumns: named, groups: groupCodes(table, named) } : seeksGroups ? findGroups(request, table) : undefined;
  if (!found && rows === "groups")
    throw invalidValidation("groupColumns", "no rows were found to belong together: name the columns that name the group of a row");
  if (found && validation && rows !== "random") requireSeveralGroups(found.groups, found.groupColumns);
  if (!found || countDistinct(found.groups) < 2) return { splitter: { rows: "random" }, folds };
  return { splitter: rows === "random" ? { rows } : { rows: "groups", groups: found.groups }, folds, ...found };
}

/**
 * Returns the groups that are found in the data, hidden columns included. Returns undefined if there are none, or if no other column
 * could say anything about new groups. Blocks of consecutive rows are sought if the response was found to depend on them, or if the
 * request asks for groups.
 */
export function findGroups(request: ValidationRequest, table: Table): RowGroups | undefined {
  const visible = withoutHidden(table, request);
  const isWhole = visible.columns.length === table.columns.length;
  const found = groupsOfStructure(request, table) ?? (isWhole ? undefined : groupsOfStructure(request, visible));
  if (found) return found;
  const { response, validation, dependsOnBlocks } = request;
  const seeksBlocks = response !== undefined && (dependsOnBlocks || validation?.rows === "groups");
  const blocks = seeksBlocks ? findConsecutiveBlocks(visible, response) : undefined;
  return blocks && { groupColumns: [], groups: blocks, groupedBy: "consecutive" };
}

function groupsOfStructure(request: ValidationRequest, table: Table): RowGroups | undefined {
  const { response, semilabel, columns } = request;
  const found = findRowStructure(table, { notGroups: [response, semilabel] });
  const isInput = (name: string) => name !== response && name !== semilabel && !found?.namingColumns?.includes(name);
  const hasInputs = columns !== undefined || withoutHidden(table, request).columns.some(({ name }) => isInput(name));
  const groups = found && hasInputs ? structureGroups(table, found) : undefined;
  return found && groups && { groupColumns: found.groupColumns, groups, ...(found.kind === "copies" && { groupedBy: "copies" }) };
}

type Validation = NonNullable<ModelRequest["validation"]>;

/** Returns true if the request leaves it to the data which rows are held out together. */
export function isLeftToData(validation: ModelRequest["validation"]): boolean {
  return validation?.rows === "auto" && !validation.groupColumns;
}

/** Returns the named column, or the only one of times. */
function timeColumnOf({ timeColumn }: Validation, table: Table): string {
  return timeColumn ?? table.columns.find(({ type }) => type === "d")?.name ?? "";
}

/**
 * Returns the rows in order of time if the request goes by time; undefined otherwise. Rows without a time come first. Groups that the
 * request names follow one another.
 */
export function rowsInTimeOrder({ validation }: Pick<ModelRequest, "validation">, table: Table): Int32Array | undefined {
  if (validation?.rows !== "time") return undefined;
  const timeColumn = timeColumnOf(validation, table);
  const times = timesOf(table, timeColumn);
  const order = Int32Array.from(times.keys()).sort((a, b) => times[a] - times[b] || a - b);
  if (times[order[0]] === times[order[order.length - 1]])
    throw invalidValidation("timeColumn", "all rows have the same time: name another column, or hold out random rows");
  const { groupColumns } = validation;
  if (!groupColumns) return order;
  const byGroups = orderByGroups(times, groupCodes(table, groupColumns));
  if (byGroups) return byGroups;
  const message = `groups of ${groupColumns.join(", ")} overlap in ${timeColumn}, so that none is later as a whole: hold out later rows without group columns, or whole groups`;
  throw invalidValidation("groupColumns", message);
}

function requireSeveralGroups(groups: Int32Array, groupColumns: readonly string[]): void {
  if (countDistinct(groups) < 2)
    throw invalidValidation("groupColumns", `all rows are of one group of ${groupColumns.join(", ")}: name other columns`);
}

function timesOf(table: Table, name: string): Float64Array {
  const column = requireColumn(table, name);
  if (column.type === "s") throw invalidValidation("timeColumn", `${name} is text: name a column of times or numbers`);
  return column.values.map((time) => (Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time));
}

/** Returns the period of each row in order of time: one for each run of equal times, or of equal groups. */
function periodsOf(values: Float64Array | Int32Array): Int32Array {
  let period = 0;
  return Int32Array.from(values.keys(), (row) => (row > 0 && values[row] !== values[row - 1] ? ++period : period));
}

/** Returns the columns that only name the group, if the model is for new groups, with a warning for each. A time orders them. */
export function namesOfGroups(validation: ResolvedValidation | undefined, table: Table): Map<string, ModelWarning> {
  const { splitter, groupColumns = [], groups, timeColumn } = validation ?? {};
  if (!splitter || splitter.rows === "random" || !groups) return new Map();
  const columns = [...groupNamingColumns(table, groupColumns, groups)].filter((name) => name !== timeColumn);
  return new Map(
    columns.map((column) => [
      column,
      {
        code: "names_the_group",
        column,
        message: `${column} only names the group and tells nothing of new groups: it was left out; choose it by name to use it`,
      },
    ]),
  );
}

function invalidValidation(field: string, message: string): InvalidInput {
  return new InvalidInput(ERRORS.modelTrainingFailed, { path: `validation.${field}`, message });
}
