/** Columns that edit steps read and change. */
import { columnsOfFormula } from "../formula/index.js";
import type { DerivedColumnSpec, Operand } from "./column-edits.js";
import type { EditStepSpec } from "./index.js";

/** Returns the columns that must exist before the first step, in the order in which the steps name them. */
export function requiredColumns(specs: readonly EditStepSpec[]): string[] {
  const made = new Set<string>();
  const needed = new Set<string>();
  for (const spec of specs) {
    for (const column of referencedColumns(spec)) if (!made.has(column)) needed.add(column);
    for (const name of columnsMadeBy(spec)) made.add(name);
  }
  return [...needed];
}

/** Returns the names of the columns that the steps make, or whose values they replace. */
export const changedColumns = (specs: readonly EditStepSpec[]): Set<string> =>
  new Set(specs.flatMap((spec) => (spec.type === "replacement" ? [spec.replace_col] : columnsMadeBy(spec))));

/** Returns the names of the hidden columns after the steps. A column that a step makes is not hidden, whatever its name. */
export function hiddenColumns(columns: readonly { name: string; hidden?: boolean }[], specs: readonly EditStepSpec[]): Set<string> {
  const made = new Set(specs.flatMap(columnsMadeBy));
  return new Set(columns.flatMap(({ name, hidden }) => (hidden && !made.has(name) ? [name] : [])));
}

/** Returns the names of the columns that a step makes. */
function columnsMadeBy(spec: EditStepSpec): string[] {
  switch (spec.type) {
    case "derived":
      return [spec.name];
    case "join":
      return spec.columns.map((name) => spec.prefix + name);
    case "aggregation":
      return spec.cols.map(({ name }) => name);
    case "unpivot":
      return [spec.names, spec.values];
    default:
      return [];
  }
}

/** Returns the columns that a step names, in its order. */
export function referencedColumns(spec: EditStepSpec): string[] {
  switch (spec.type) {
    case "filter":
      return spec.groups.flatMap(({ conditions }) => conditions.map(({ column }) => column));
    case "sort":
      return spec.by.map(({ column }) => column);
    case "aggregation": {
      const aggregated = spec.cols.flatMap(({ column }) => (column === undefined ? [] : [column]));
      return [...(spec.window ? [spec.window.column] : []), ...spec.by, ...aggregated];
    }
    case "replacement":
      return [spec.replace_col];
    case "unpivot":
      return spec.columns;
    case "join":
      return spec.on.map(({ column }) => column);
    case "derived":
      return columnsOfDerived(spec.formula);
  }
}

/** Returns the columns that the formula of a derived column names. */
export function columnsOfDerived(formula: DerivedColumnSpec["formula"]): string[] {
  const columns = (...operands: Operand[]) => operands.flatMap((operand) => ("column" in operand ? [operand.column] : []));
  if (formula.op === "expression") return columnsOfFormula(formula.expression);
  if (formula.op === "join") return formula.columns;
  if (formula.op === "part") return [formula.column];
  if (formula.op === "difference") return [formula.from, formula.to];
  return "of" in formula ? columns(formula.of) : columns(formula.left, formula.right);
}
