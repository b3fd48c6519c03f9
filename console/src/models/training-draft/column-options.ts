/** Columns of a dataset as options, with their suitability. Pure. */
import type { TableColumn } from "@agatha/contracts";
import { CLASS_LIMIT } from "@agatha/contracts/kinds/limits";
import type { DataCheckAnswer, DatasetAnswer } from "@agatha/contracts/wire";

export type LearningGoal = "predict" | "outliers" | "clusters";

/** A column with the results of the data check. */
export interface ColumnOption {
  column: TableColumn;
  quality: number;
  /** Whether a model can learn from it and benefits from it. */
  usable: boolean;
  /** Whether it looks like a label of anomalies, which outlier detection must not learn from. */
  labelLike: boolean;
  /** Whether the rows are in order of it as their time, though it has numbers. */
  ordersRows?: boolean | undefined;
  /** What edit steps do to it, so that its statistics do not hold: they leave some of its rows, or make or change its values. */
  edited?: "rows" | "values";
}

/** Returns the visible columns in the table's order. Without a data check, all are of quality 1 and usable. */
export function columnOptions(columns: DatasetAnswer["columns"], check: DataCheckAnswer | undefined): ColumnOption[] {
  return columns
    .filter((column) => !column.hidden)
    .map((column) => {
      const found = check?.check_table.find((row) => row.name === column.name);
      const hopeless = found !== undefined && (found.all_na || found.flags.all_equal === true || found.flags.idness === true);
      const ordersRows = check?.time_order?.timeColumn === column.name || check?.row_times?.includes(column.name);
      return { column, quality: found?.quality ?? 1, usable: !hopeless, labelLike: column.label_like, ordersRows };
    });
}

/** Returns a function that gives the label of a column. */
export function columnLabeler(choices: readonly ColumnOption[]): (name: string) => string {
  return (name) => choices.find(({ column }) => column.name === name)?.column.label ?? name;
}

/** Returns true for a time of the rows, which most new rows have a later one of, if the goal is to find outliers or clusters. */
export function isRowTime({ column, ordersRows = false }: ColumnOption, goal: LearningGoal): boolean {
  return (column.type === "d" || ordersRows) && goal !== "predict";
}

/** Columns to learn from unless the user chooses others. `groupNames` only name the group, for a model of new groups. */
export function usableColumnNames(choices: readonly ColumnOption[], goal: LearningGoal, groupNames: readonly string[] = []): string[] {
  const isUsable = (choice: ColumnOption) =>
    choice.usable && !(choice.labelLike && goal === "outliers") && !isRowTime(choice, goal) && !groupNames.includes(choice.column.name);
  return choices.filter(isUsable).map(({ column }) => column.name);
}

/** Columns that can be predicted: numbers and classes with at least two values, except columns that only identify the row. */
export function targetOptions(choices: readonly ColumnOption[]): ColumnOption[] {
  return choices.filter(
    (choice) =>
      choice.usable &&
      choice.column.stats.unique >= 2 &&
      (choice.column.type === "n" || (choice.column.type === "s" && canBeClassTarget(choice))),
  );
}

/** Returns false if the column has too many values to be classes. Those of edited rows are counted in the training. */
export function canBeClassTarget({ column, edited }: ColumnOption): boolean {
  return edited !== undefined || column.stats.unique <= CLASS_LIMIT;
}

/** Columns that can name the group of a row: those of at least two values, which come back. */
export function groupColumnOptions(choices: readonly ColumnOption[]): ColumnOption[] {
  return choices.filter(({ column }) => column.stats.unique >= 2 && mayRepeat(column));
}

/**
 * Returns false if every row is known to have a value of its own. Also returns false for measured numbers, which have decimals, if
 * most have a value of their own. Values of computed columns are not counted.
 */
function mayRepeat({ type, stats: { unique, top, histogram, integer } }: TableColumn): boolean {
  if (top[0]) return top[0].count > 1;
  if (histogram.length === 0) return true;
  const count = histogram.reduce((sum, one) => sum + one, 0);
  return type === "n" && !integer ? 2 * unique <= count : count > unique;
}

/** Columns that can order the rows in time: times, and numbers such as a year or a running number. */
export function orderColumnOptions(choices: readonly ColumnOption[]): ColumnOption[] {
  return choices.filter(({ column }) => column.type !== "s" && column.stats.unique >= 2);
}

/** Columns that can be the time of a row. */
export function timeColumnOptions(choices: readonly ColumnOption[]): ColumnOption[] {
  return choices.filter(({ column }) => column.type === "d");
}
