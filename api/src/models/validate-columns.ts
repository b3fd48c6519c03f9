/** Columns of a requested model: those that it learns from. */
import { type CodedProblem, ERRORS } from "@agatha/contracts";
import type { ColumnsByName, ModelPlan } from "./model-plan.js";

/** Returns the columns that are not features: they have another role in the plan. */
function nonFeatureColumns({ response, semilabel, time_series_params }: ModelPlan): Set<string> {
  return new Set([response, semilabel, time_series_params?.time].filter((name) => name !== undefined));
}

/** Returns the problems of the columns that the plan names, or of a dataset without any that it could learn from. */
export function columnProblems(plan: ModelPlan, columns: ColumnsByName): CodedProblem[] {
  if (plan.columns) return namedColumnProblems(plan, columns, plan.columns, "columns");
  const taken = nonFeatureColumns(plan);
  // A time series has the lags of its response as features.
  if (plan.time_series_params) return [];
  const usable = [...columns.values()].some((column) => !column.hidden && !taken.has(column.name));
  return usable ? [] : [{ code: ERRORS.noColumnsLeft, path: "columns", message: "The dataset has no other visible column" }];
}

/** Returns a problem for each of the names that the model cannot learn from. `path` is the place of the list in the request. */
export function namedColumnProblems(plan: ModelPlan, columns: ColumnsByName, names: string[], path: string): CodedProblem[] {
  if (names.length === 0 && !plan.time_series_params)
    return [{ code: ERRORS.noColumnsLeft, path, message: "Choose at least one column, or leave the list out for all usable ones" }];
  return names.flatMap((name, i): CodedProblem[] => {
    const at = `${path}[${i}]`;
    if (name === plan.response)
      return [{ code: ERRORS.responseAmongVariables, path: at, message: "The response cannot be learned from: leave it out" }];
    if (name === plan.semilabel)
      return [{ code: ERRORS.responseAmongVariables, path: at, message: "The semi-labeled column cannot be learned from: leave it out" }];
    if (!columns.has(name)) return [{ code: ERRORS.columnName, path: at, message: `The dataset has no column ${JSON.stringify(name)}` }];
    if (names.indexOf(name) !== i)
      return [{ code: ERRORS.duplicateColumnName, path: at, message: `${JSON.stringify(name)} is listed twice` }];
    return [];
  });
}
