/** Which columns there are after the steps of the edit history; what the server would make of them, so that a step is only offered what it finds. */
import type { ColumnType, EditStepSpec, TableColumn } from "@agatha/contracts";
import type { EditStepAnswer } from "@agatha/contracts/wire";

/** A column as a step finds it. */
export interface StepColumn {
  name: string;
  label: string;
  type: ColumnType;
  /** Frequent texts of the file, to choose from. */
  frequentValues: readonly string[];
  /** Smallest and largest of the file, milliseconds for times; null where it is not known. */
  range: readonly [number, number] | null;
}

/** The columns of the file, in its order: rows come in that order too. */
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

/** The columns that the steps leave of these, in the order in which rows have them. */
export function outputColumns(columns: readonly StepColumn[], specs: readonly EditStepSpec[]): StepColumn[] {
  return specs.reduce<StepColumn[]>(applyStep, [...columns]);
}

function applyStep(columns: StepColumn[], spec: EditStepSpec): StepColumn[] {
  if (spec.type === "derived") return [...columns, newColumn(spec.name, spec.formula.op === "join" ? "s" : "n")];
  if (spec.type !== "aggregation") return columns;
  const typeOf = (name: string | undefined): ColumnType => columns.find((column) => column.name === name)?.type ?? "n";
  const keys = [...(spec.window ? [spec.window.column] : []), ...spec.by];
  return [
    ...keys.map((name) => columns.find((column) => column.name === name) ?? newColumn(name, "s")),
    ...spec.cols.map(({ name, function: figure, column }) => newColumn(name, TYPE_PRESERVING_FUNCTIONS.has(figure) ? typeOf(column) : "n")),
  ];
}

/** Functions that give a value of the column itself. */
const TYPE_PRESERVING_FUNCTIONS: ReadonlySet<string> = new Set(["min", "max", "first", "last"]);

const newColumn = (name: string, type: ColumnType): StepColumn => ({ name, label: name, type, frequentValues: [], range: null });

/**
 * The columns that a new step finds after the first `index` steps. An aggregation switches off those before it, so it
 * finds what there would be without them.
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

/** Columns that a template needs and that are not there, so that it cannot be applied. */
export function missingColumns(needed: readonly string[], columns: readonly { name: string }[]): string[] {
  const there = new Set(columns.map(({ name }) => name));
  return needed.filter((name) => !there.has(name));
}
