import { ERRORS, InvalidInput, type ModelWarning } from "@agatha/contracts";
import { findConsecutiveBlocks } from "../../data/row-structure/find-consecutive-blocks.js";
import { findRowStructure, structureGroups } from "../../data/row-structure/find-row-structure.js";
import { groupCodes, groupNamingColumns } from "../../data/row-structure/group-codes.js";
import { requireColumn, type Table } from "../../data/tables/table.js";
import { countDistinct } from "../../numeric/statistics.js";
import type { ModelRequest } from "./plan.js";
import type { RowDesign } from "./training-set.js";

type DesignRequest = Pick<ModelRequest, "validation" | "response" | "semilabel" | "columns"> & MeasuredOrder;

/** What a quick model told of the order of the rows. */
export interface MeasuredOrder {
  /** The response depends on blocks of consecutive rows, which are groups. */
  dependsOnBlocks?: boolean;
}

/** Rows that belong together, by columns or without. */
type RowGroups = Required<Pick<RowDesign, "groupColumns" | "groups">> & Pick<RowDesign, "groupedBy">;

/**
 * Returns which rows are held out together by the request, for the rows of a table in order of time where the request goes by
 * time. A model that was not asked for any rows is judged by random ones, with its error for new groups besides if there are some.
 * Throws InvalidInput.
 */
export function createRowDesign(request: DesignRequest, table: Table): RowDesign {
  const { validation } = request;
  const { rows = "random", folds, groupColumns: named } = validation ?? {};
  if (validation && rows === "time") {
    const timeColumn = timeColumnOf(validation, table);
    return { design: { rows, periods: periodsOf(table, timeColumn) }, folds, timeColumn };
  }
  const seeksGroups = validation ? rows !== "random" : request.response !== undefined;
  const found = named ? { groupColumns: named, groups: groupCodes(table, named) } : seeksGroups ? findGroups(request, table) : undefined;
  if (!found && rows === "groups")
    throw invalidValidation("groupColumns", "no rows were found to belong together: name the columns that name the group of a row");
  const isOneGroup = found && countDistinct(found.groups) < 2;
  if (isOneGroup && validation)
    throw invalidValidation("groupColumns", `all rows are of one group of ${found.groupColumns.join(", ")}: name other columns`);
  if (!found || isOneGroup) return { design: { rows: "random" }, folds };
  return { design: rows === "random" ? { rows } : { rows: "groups", groups: found.groups }, folds, ...found };
}

/**
 * Returns the groups that the data tell; undefined if there are none, or no other column could tell anything of new groups. Blocks of
 * consecutive rows are sought where the response was found to depend on them, or groups are asked for.
 */
export function findGroups(request: DesignRequest, table: Table): RowGroups | undefined {
  const { response, semilabel, columns, validation, dependsOnBlocks } = request;
  const found = findRowStructure(table, { notGroups: [response, semilabel] });
  const isInput = (name: string) => name !== response && name !== semilabel && !found?.namingColumns?.includes(name);
  const groups = found && (columns || table.columns.some(({ name }) => isInput(name))) ? structureGroups(table, found) : undefined;
  if (found && groups) return { groupColumns: found.groupColumns, groups, ...(found.kind === "copies" && { groupedBy: "copies" }) };
  const seeksBlocks = response !== undefined && (dependsOnBlocks || validation?.rows === "groups");
  const blocks = seeksBlocks ? findConsecutiveBlocks(table, response) : undefined;
  return blocks && { groupColumns: [], groups: blocks, groupedBy: "consecutive" };
}

type Validation = NonNullable<ModelRequest["validation"]>;

/** Returns the named column, or the only one of times. */
function timeColumnOf({ timeColumn }: Validation, table: Table): string {
  return timeColumn ?? table.columns.find(({ type }) => type === "d")?.name ?? "";
}

/** Returns the rows in order of time where the request goes by time, and undefined else. Rows without a time come first. */
export function rowsInTimeOrder({ validation }: Pick<ModelRequest, "validation">, table: Table): Int32Array | undefined {
  if (validation?.rows !== "time") return undefined;
  const times = timesOf(table, timeColumnOf(validation, table));
  const order = Int32Array.from(times.keys()).sort((a, b) => times[a] - times[b] || a - b);
  if (times[order[0]] === times[order[order.length - 1]])
    throw invalidValidation("timeColumn", "all rows have the same time: name another column, or hold out random rows");
  return order;
}

function timesOf(table: Table, name: string): Float64Array {
  const column = requireColumn(table, name);
  if (column.type === "s") throw invalidValidation("timeColumn", `${name} is text: name a column of times or numbers`);
  return column.values.map((time) => (Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time));
}

/** Returns the period of each of these rows, which are in order of time. */
function periodsOf(table: Table, name: string): Int32Array {
  const times = timesOf(table, name);
  let period = 0;
  return Int32Array.from(times.keys(), (row) => (row > 0 && times[row] !== times[row - 1] ? ++period : period));
}

/** Returns the columns that only name the group where the model is for new groups, with a warning for each. */
export function namesOfGroups(validation: RowDesign | undefined, table: Table): Map<string, ModelWarning> {
  if (validation?.design.rows !== "groups") return new Map();
  const columns = groupNamingColumns(table, validation.groupColumns ?? [], validation.design.groups);
  return new Map(
    [...columns].map((column) => [
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
