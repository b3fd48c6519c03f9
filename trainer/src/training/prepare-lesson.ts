import { InvalidInput, isSupervised, type ModelWarning } from "@agatha/contracts";
import { fitEncoder } from "../data/encoding/fit.js";
import { findColumn, type Table, takeRows } from "../data/tables/table.js";
import type { Matrix, Target } from "../numeric/matrix.js";
import { chooseColumns, columnsThatNameTheRow } from "./columns.js";
import type { Plan } from "./fit-graph.js";
import { leakageWarnings, type Seen, withoutLeaks } from "./leakage/leakage.js";
import type { Lesson } from "./lesson.js";
import { checkRequest, type ModelRequest, makePlan } from "./plan.js";
import { FEWEST_ROWS, requireVarying } from "./requirements.js";
import { semilabelOf } from "./semilabel.js";
import { prepareSeries } from "./series/series-lesson.js";
import { targetOf } from "./target.js";
import { imbalanceWarnings, rowWarnings } from "./warnings.js";

/**
 * Checks the request against the table, and makes everything ready for the fits. `totalRows` are those of the file,
 * `timezone` is that of the dataset. Throws InvalidInput.
 */
export function prepareLesson(
  request: ModelRequest,
  table: Table,
  totalRows = table.nrow,
  timezone = "UTC",
): { lesson: Lesson; warnings: ModelWarning[] } {
  checkRequest(request, table);
  const { timeSeries, response } = request;
  if (timeSeries && response !== undefined) return prepareSeries({ ...request, timeSeries, response }, table, { totalRows, timezone });
  const { rows, target } = rowsAndTarget(request, table);
  if (rows.length < FEWEST_ROWS) {
    const message = `a model needs ${FEWEST_ROWS} rows at the least, and the dataset has ${rows.length}`;
    throw new InvalidInput("010515", {
      path: "",
      message: isSupervised(request.type) ? `${message} with a value of ${request.response}` : message,
    });
  }
  const used = takeRows(table, rows);
  const ids = columnsThatNameTheRow(table, totalRows);
  const seen = { table: used, target, response, ids };
  const { columns, warnings } = usedColumns(request, seen);
  const plan = makePlan(request, columns, rows.length);
  requireVarying(plan, used);
  const all = plannedColumns(plan);
  return {
    lesson: {
      table: used,
      target,
      plan,
      rows,
      flaggedShare: flaggedShare(plan),
      maxFpr: request.maxFpr,
      semilabel: request.semilabel === undefined ? undefined : semilabelOf(used, request.semilabel),
      space: isSupervised(request.type) ? undefined : spaceOf(used, all),
    },
    warnings: [...rowWarnings(rows.length, table.nrow), ...imbalanceWarnings(target), ...warnings, ...leakageWarnings(seen, all)],
  };
}

/** Those asked for, or else all usable ones, but for leaks where they are to be left out. */
function usedColumns(request: ModelRequest, seen: Seen): { columns: string[]; warnings: ModelWarning[] } {
  const chosen = chooseColumns(request, seen.table, seen.ids);
  if (!request.leaveOutLeaks || request.columns) return chosen;
  const { columns, warnings } = withoutLeaks(seen, chosen.columns);
  return { columns, warnings: [...chosen.warnings, ...warnings] };
}

function rowsAndTarget({ type, response }: ModelRequest, table: Table): { rows: Int32Array; target: Target } {
  const column = response === undefined ? undefined : findColumn(table, response);
  if (isSupervised(type) && column) return targetOf(column, type);
  return { rows: Int32Array.from(Array(table.nrow).keys()), target: { kind: "none" } };
}

/** Columns that at least one node learns from, in the order in which they are named. */
export function plannedColumns(plan: Plan): string[] {
  return [...new Set(plan.layers.flat().flatMap(({ columns }) => columns))];
}

/** Share of the training rows that an outlier detector flags when there are no labels. */
function flaggedShare(plan: Plan): number {
  const shares = plan.layers[plan.layers.length - 1].flatMap(({ params }) => ("contamination" in params ? [params.contamination] : []));
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}

/** All rows, standardised: one yardstick for the distances in every fold. */
function spaceOf(table: Table, columns: readonly string[]): Matrix {
  return fitEncoder(table, columns, { missing: "impute", scale: "standard" }).encoder.encode(table);
}
