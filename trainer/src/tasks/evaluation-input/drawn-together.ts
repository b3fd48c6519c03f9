import { isInOrderOfTime, type ModelEvaluation, type ModelInfo, type ModelSpec } from "@agatha/contracts";
import { groupCodes } from "../../data/row-structure/group-codes.js";
import { findColumn, type Table, takeRows } from "../../data/tables/table.js";
import { blocksInTime } from "../../evaluation/bootstrap.js";

/** Units that the bootstrap draws, and the number of each row's unit; without numbers, each row is drawn alone. */
interface DrawnTogether {
  drawn: NonNullable<ModelEvaluation["drawn"]>;
  groups?: Int32Array;
}

interface JudgedModel {
  info: Pick<ModelInfo, "validation">;
  timeSeries: Pick<NonNullable<ModelSpec["timeSeries"]>, "time"> | undefined;
}

/**
 * Returns which of these test rows are drawn together, as the model's held-out rows are: those of a group, or blocks of rows or groups
 * in order of time. Test rows that lack the columns of the groups have none, and those without the time are in order as they are.
 */
export function drawnTogether(test: Table, rows: Int32Array, { info: { validation }, timeSeries }: JudgedModel): DrawnTogether {
  const groups = groupsOf(test, rows, validation.groupColumns);
  if (!isInOrderOfTime(validation)) return groups ? { drawn: "groups", groups } : { drawn: "rows" };
  const order = orderInTime(test, rows, timeSeries?.time ?? validation.timeColumn);
  const blocks = blocksInTime(rows.length, groups && order.map((row) => groups[row]));
  const blockOf = new Int32Array(rows.length);
  for (const [place, row] of order.entries()) blockOf[row] = blocks[place];
  return { drawn: "blocks", groups: blockOf };
}

function groupsOf(test: Table, rows: Int32Array, groupColumns: readonly string[] = []): Int32Array | undefined {
  const isComplete = groupColumns.length > 0 && groupColumns.every((name) => findColumn(test, name));
  return isComplete ? groupCodes(takeRows(test, rows), groupColumns) : undefined;
}

/** Returns the indices into `rows` by time; rows without a time come first. */
function orderInTime(test: Table, rows: Int32Array, timeColumn: string | undefined): Int32Array {
  const column = timeColumn === undefined ? undefined : findColumn(test, timeColumn);
  const order = Int32Array.from(rows.keys());
  if (!column || column.type === "s") return order;
  const times = Float64Array.from(rows, (row) => (Number.isNaN(column.values[row]) ? Number.NEGATIVE_INFINITY : column.values[row]));
  return order.sort((a, b) => times[a] - times[b] || a - b);
}
