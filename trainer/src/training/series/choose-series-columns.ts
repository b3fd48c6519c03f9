import { ERRORS, InvalidInput, type ModelWarning } from "@agatha/contracts";
import { findIdentifierColumns } from "../../data/check/identifier-columns.js";
import type { Table } from "../../data/tables/table.js";
import type { ModelRequest } from "../plan/plan.js";

/**
 * Returns the requested columns, or else all numeric columns that neither identify the row nor only determine the horizon. There may
 * be none, since the response's own past suffices.
 */
export function chooseSeriesColumns(
  request: ModelRequest & Required<Pick<ModelRequest, "timeSeries">>,
  table: Table,
  totalRows: number,
): { columns: string[]; warnings: ModelWarning[] } {
  const { time, series, knownAhead = [], horizonColumns = [] } = request.timeSeries;
  if (request.columns) return { columns: [...new Set([...request.columns, ...knownAhead])], warnings: [] };
  const ofHorizonAlone = horizonColumns.filter((name) => !knownAhead.includes(name));
  const noInputs = [request.response, request.semilabel, time, series, ...ofHorizonAlone];
  const others = table.columns.filter(({ name }) => !noInputs.includes(name));
  const ids = findIdentifierColumns({ nrow: table.nrow, columns: others }, totalRows);
  for (const name of knownAhead) ids.delete(name);
  const warnings = others.flatMap(({ name, type }): ModelWarning[] => {
    if (type !== "n") {
      const message = `${name} holds no numbers and was left out: a time series learns from numbers only`;
      return [{ code: "not_numeric", column: name, message }];
    }
    return ids.has(name) ? [{ code: "names_the_row", column: name, message: `${name} only names the row and was left out` }] : [];
  });
  return { columns: others.map(({ name }) => name).filter((name) => !warnings.some(({ column }) => column === name)), warnings };
}

/** Error of a dataset without a column of numbers for a time series. */
export function noSeriesColumns(): InvalidInput {
  return new InvalidInput(ERRORS.noColumnsLeft, { path: "columns", message: "the dataset has no other column of numbers: choose one" });
}
