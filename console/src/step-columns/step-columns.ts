/** Columns after the steps of an edit history. Follows the server, so that a new step is offered only columns that it receives. */
import type { ColumnType, DerivedColumnSpec, EditStepSpec, TableColumn } from "@agatha/contracts";
import { checkFormula } from "@agatha/contracts/formula/index";
import type { EditStepAnswer } from "@agatha/contracts/wire";
import { formulaFault } from "./formula-fault.js";

/** A column in the input of a step. */
export interface StepColumn {
  name: string;
  label: string;
  type: ColumnType;
  /** Frequent texts of the file, offered as choices. */
  frequentValues: readonly string[];
  /** Smallest and largest value in the file, milliseconds for times; null if not known. */
  range: readonly [number, number] | null;
  /** Of a column that has 1 where a condition holds and 0 where it does not. */
  isCondition?: true;
}

/** Columns of the file in its order, which is also the order of the cells in a row. */
export function tableColumns(columns: readonly TableColumn[]): StepColumn[] {
  return columns
    .toSorted((one, other) => one.colIndex - other.colIndex)
    .map(({ name, label, type, stats }) => ({
      name,
      label,
      type,
      frequentValues: type === "s" ? stats.top.map(({ value }) => value) : [],
      range: stats.min === null || stats.max === null ? null : [stats.min, stats.max],
    }));
}

/** Columns after the steps, in the order of the cells in a row. */
export function outputColumns(columns: readonly StepColumn[], specs: readonly EditStepSpec[]): StepColumn[] {
  return specs.reduce<StepColumn[]>(applyStep, [...columns]);
}

function applyStep(columns: StepColumn[], spec: EditStepSpec): StepColumn[] {
  if (spec.type === "derived") return [...columns, derivedColumn(spec, columns)];
  if (spec.type === "join") {
    return [...columns, ...spec.columns.map((name, i) => newColumn(spec.prefix + name, spec.copy.types[spec.on.length + i] ?? "n"))];
  }
  if (spec.type === "unpivot") {
    const type = columns.find(({ name }) => name === spec.columns[0])?.type ?? "n";
    const kept = columns.filter(({ name }) => !spec.columns.includes(name));
    return [...kept, newColumn(spec.names, spec.as === "time" ? "d" : "s"), newColumn(spec.values, type)];
  }
  if (spec.type !== "aggregation") return columns;
  const typeOf = (name: string | undefined): ColumnType => columns.find((column) => column.name === name)?.type ?? "n";
  const keys = [...(spec.window ? [spec.window.column] : []), ...spec.by];
  return [
    ...keys.map((name) => columns.find((column) => column.name === name) ?? newColumn(name, "s")),
    ...spec.cols.map(({ name, function: aggregate, column }) =>
      newColumn(name, TYPE_PRESERVING_FUNCTIONS.has(aggregate) ? typeOf(column) : "n"),
    ),
  ];
}

/** A formula that no longer fits has some type; the server says what is wrong with it. */
function derivedColumn({ name, formula }: DerivedColumnSpec, columns: readonly StepColumn[]): StepColumn {
  if (formula.op !== "expression") return newColumn(name, formula.op === "join" ? "s" : "n");
  if (formulaFault(formula.expression, columns)) return newColumn(name, "n");
  const { type, isCondition } = checkFormula(formula.expression, columns);
  return { ...newColumn(name, type), ...(isCondition && { isCondition }) };
}

/** Functions that return a value of the column's own type. */
const TYPE_PRESERVING_FUNCTIONS: ReadonlySet<string> = new Set(["min", "max", "first", "last"]);

const newColumn = (name: string, type: ColumnType): StepColumn => ({ name, label: name, type, frequentValues: [], range: null });

/**
 * Columns that a new step receives after the first `index` steps. An aggregation disables earlier ones, so it receives the
 * columns as if those were absent.
 */
export function inputColumns(
  table: readonly StepColumn[],
  steps: readonly Pick<EditStepAnswer, "enabled" | "spec">[],
  place: { index: number; type: EditStepSpec["type"] },
): StepColumn[] {
  const before = steps.slice(0, place.index).filter(({ enabled, spec }) => {
    return enabled && !(place.type === "aggregation" && spec.type === "aggregation");
  });
  return outputColumns(
    table,
    before.map(({ spec }) => spec),
  );
}

/** Columns that a template needs and that do not exist. The template cannot be applied if there are any. */
export function missingColumns(needed: readonly string[], columns: readonly { name: string }[]): string[] {
  const there = new Set(columns.map(({ name }) => name));
  return needed.filter((name) => !there.has(name));
}
