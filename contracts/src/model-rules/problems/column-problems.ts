/** The columns that a model learns from. */
import { ERRORS } from "../../errors/error-catalogue.js";
import type { CodedProblem } from "../../errors/error-classes.js";
import type { ColumnsByName, RecipeToCheck } from "../recipe-to-check.js";

/** Returns the columns that are not features: they have another role in the recipe. */
function nonFeatureColumns({ response, semilabel, timeSeries }: RecipeToCheck): Set<string> {
  return new Set([response, semilabel, timeSeries?.time].filter((name) => name !== undefined));
}

/** Returns the problems of the columns that the recipe names, or of a dataset without any that it could learn from. */
export function columnProblems(recipe: RecipeToCheck, columns: ColumnsByName): CodedProblem[] {
  if (recipe.columns) return namedColumnProblems(recipe, columns, recipe.columns, "columns");
  const taken = nonFeatureColumns(recipe);
  // A time series has the lags of its response as features.
  if (recipe.timeSeries) return [];
  const usable = [...columns.values()].some((column) => !column.hidden && !taken.has(column.name));
  const message = "The dataset has no other visible column: show a hidden one, or upload a table with columns to learn from";
  return usable ? [] : [{ code: ERRORS.noColumnsLeft, path: "columns", message }];
}

/** Returns a problem for each of the names that the model cannot learn from. `path` is the place of the list in the recipe. */
export function namedColumnProblems(recipe: RecipeToCheck, columns: ColumnsByName, names: string[], path: string): CodedProblem[] {
  if (names.length === 0 && !recipe.timeSeries)
    return [{ code: ERRORS.noColumnsLeft, path, message: "Choose at least one column, or leave the list out for all usable ones" }];
  return names.flatMap((name, i): CodedProblem[] => {
    const at = `${path}[${i}]`;
    if (name === recipe.response)
      return [{ code: ERRORS.responseAmongVariables, path: at, message: "The response cannot be learned from: leave it out" }];
    if (name === recipe.semilabel)
      return [{ code: ERRORS.responseAmongVariables, path: at, message: "The semi-labeled column cannot be learned from: leave it out" }];
    if (!columns.has(name)) return [{ code: ERRORS.columnName, path: at, message: `The dataset has no column ${JSON.stringify(name)}` }];
    if (names.indexOf(name) !== i)
      return [{ code: ERRORS.duplicateColumnName, path: at, message: `${JSON.stringify(name)} is listed twice` }];
    return [];
  });
}
