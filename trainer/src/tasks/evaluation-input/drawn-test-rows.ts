import { isInOrderOfTime, type ModelEvaluation, type ModelInfo, type ModelSpec } from "@agatha/contracts";
import { groupCodes } from "../../data/row-structure/group-codes.js";
import { findColumn, type Table, takeRows } from "../../data/tables/table.js";
import { blocksInTime } from "../../evaluation/bootstrap.js";

/** Returns the number of each row's unit. `places` are those of the rows among all that the model answers. */
export type UnitsOf = (places: Int32Array) => Int32Array;

/** Units that the bootstrap draws. Without `unitsOf`, each row is drawn alone. */
interface DrawnRows {
  drawn: NonNullable<ModelEvaluation["drawn"]>;
  unitsOf?: UnitsOf;
}

interface JudgedModel {
  info: Pick<ModelInfo, "validation">;
  timeSeries: Pick<NonNullable<ModelSpec["timeSeries"]>, "time"> | undefined;
}

/**
 * Returns how a model's test rows are drawn. They are drawn like its held-out rows: the rows of a group together, or blocks of times
 * or groups in order of time. The length of blocks follows from the number of times or groups that are drawn. If the test rows lack
 * the columns of the groups, they have no groups. If they lack the time, their order counts.
 */
export function drawnTestRows(test: Table, rows: Int32Array, { info: { validation }, timeSeries }: JudgedModel): DrawnRows {
  const codes = groupCodesOf(test, rows, validation.groupColumns);
  const groupsOf = codes && ((places: Int32Array) => places.map((at) => codes[at]));
  if (!isInOrderOfTime(validation)) return groupsOf ? { drawn: "groups", unitsOf: groupsOf } : { drawn: "rows" };
  const time = timeSeries?.time ?? validation.timeColumn;
  const rowsAt = (places: Int32Array) => places.map((at) => rows[at]);
  return { drawn: "blocks", unitsOf: (places) => blocksOf(timesOf(test, rowsAt(places), time), groupsOf?.(places)) };
}

function groupCodesOf(test: Table, rows: Int32Array, groupColumns: readonly string[] = []): Int32Array | undefined {
  const isComplete = groupColumns.length > 0 && groupColumns.every((name) => findColumn(test, name));
  return isComplete ? groupCodes(takeRows(test, rows), groupColumns) : undefined;
}

/** Returns the block of each row by its time, or by the group that it is of. */
function blocksOf(times: Float64Array, groups: Int32Array | undefined): Int32Array {
  const order = Int32Array.from(times.keys()).sort((a, b) => times[a] - times[b] || a - b);
  const periods: Int32Array | Float64Array = groups ?? times;
  const blocks = blocksInTime(Float64Array.from(order, (row) => periods[row]));
  const blockOf = new Int32Array(order.length);
  for (const [place, row] of order.entries()) blockOf[row] = blocks[place];
  return blockOf;
}

/** Returns the time of each row, or its place where there is none. Rows without a time come first. */
function timesOf(test: Table, rows: Int32Array, timeColumn: string | undefined): Float64Array {
  const column = timeColumn === undefined ? undefined : findColumn(test, timeColumn);
  if (!column || column.type === "s") return Float64Array.from(rows.keys());
  return Float64Array.from(rows, (row) => (Number.isNaN(column.values[row]) ? Number.NEGATIVE_INFINITY : column.values[row]));
}
