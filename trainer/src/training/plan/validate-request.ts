import { type ColumnToCheck, ERRORS, recipeProblems, throwProblems } from "@agatha/contracts";
import { type Column, hasFractions, type Table } from "../../data/tables/table.js";
import type { HiddenColumns } from "./hidden-columns.js";
import type { ModelRequest } from "./plan.js";

/**
 * Checks everything that the request and the table's columns show before any work. Throws InvalidInput with all problems and the
 * code of the first one.
 */
export function validateRequest(request: ModelRequest & HiddenColumns, table: Table): void {
  const problems = recipeProblems(
    request,
    table.columns.map((column) => describeColumn(column, request)),
  );
  // Nobody asks a training for something: what the API answers as a bad request is a training that fails.
  throwProblems(problems.map((one) => (one.code === ERRORS.badRequest ? { ...one, code: ERRORS.modelTrainingFailed } : one)));
}

/** Returns what the rules look at. Numbers are looked through for fractions only if they are to name series. */
function describeColumn(column: Column, { timeSeries, hidden }: ModelRequest & HiddenColumns): ColumnToCheck {
  const { name, type } = column;
  const naming = [timeSeries?.series, ...(timeSeries?.hierarchy?.columns ?? [])];
  const described = { name, type, hidden: hidden?.has(name) };
  if (type !== "n" || !naming.includes(name)) return described;
  return { ...described, hasFractions: hasFractions(column) };
}
