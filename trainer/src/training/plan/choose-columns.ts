import { areQualityVerdicts, ERRORS, InvalidInput, looksLikeLabels, type ModelWarning } from "@agatha/contracts";
import type { Table, TextColumn } from "../../data/tables/table.js";
import type { ModelRequest } from "./plan.js";

interface ColumnsOfRows {
  identifiers: ReadonlySet<string>;
  groupNames?: ReadonlyMap<string, ModelWarning>;
  times?: ReadonlySet<string>;
}

/**
 * Returns the columns that a model learns from: the requested ones, or else all usable ones, with warnings about the others.
 * `identifiers` identify the row, `groupNames` its group only, and `times` are mostly later in new rows. Outlier detection without known
 * anomalies leaves out columns that look like their labels.
 */
export function chooseColumns(
  request: ModelRequest,
  table: Table,
  { identifiers, groupNames, times }: ColumnsOfRows,
): { columns: string[]; warnings: ModelWarning[] } {
  if (request.columns) return { columns: [...request.columns], warnings: [] };
  const candidates = table.columns.map(({ name }) => name).filter((name) => name !== request.response && name !== request.semilabel);
  const labels = request.type === "OCC" && request.semilabel === undefined ? findLabelLikeColumns(table) : new Set<string>();
  const usable = candidates.filter((name) => !identifiers.has(name) && !groupNames?.has(name));
  const columns = usable.filter((name) => !labels.has(name) && !times?.has(name));
  if (columns.length === 0) {
    const message =
      "no column is usable: all of them only name the row or its group, are times, or look like labels. Choose columns by name to use them";
    throw new InvalidInput(ERRORS.noColumnsLeft, { path: "columns", message });
  }
  const warnings = candidates.flatMap((column): ModelWarning[] => {
    if (identifiers.has(column))
      return [{ code: "names_the_row", column, message: `${column} only names the row and was left out; choose it by name to use it` }];
    const naming = groupNames?.get(column);
    if (naming) return [naming];
    if (times?.has(column)) {
      const message = `${column} is a time, and most new rows come later than all known ones: it was left out; choose it by name to use it, or name it as the time of a series`;
      return [{ code: "time_left_out", column, message }];
    }
    if (!labels.has(column)) return [];
    const message = `${column} looks like a label of anomalies and was left out; choose it by name to use it`;
    return [{ code: "looks_like_label", column, message }];
  });
  return { columns, warnings };
}

/** Returns the columns of numbers or text that look like labels of anomalies. A missing value counts as a value. */
function findLabelLikeColumns(table: Table): Set<string> {
  const found = table.columns.filter((column) => {
    if (column.type === "d") return false;
    if (column.type === "s" && hasQualityVerdicts(column)) return true;
    const counts = new Map<number, number>();
    for (const cell of column.type === "s" ? column.codes : column.values) {
      const value = column.type === "s" ? Math.max(-1, cell) : cell;
      counts.set(value, (counts.get(value) ?? 0) + 1);
      if (counts.size > 2) return false;
    }
    return looksLikeLabels([...counts.values()], column.name);
  });
  return new Set(found.map(({ name }) => name));
}

/** Returns true if all texts of the column are verdicts such as ok and nok, in some rows a bad one. */
function hasQualityVerdicts({ codes, levels }: TextColumn): boolean {
  const present = new Set(codes);
  return present.size > 1 && areQualityVerdicts(levels.filter((_level, code) => present.has(code)));
}
