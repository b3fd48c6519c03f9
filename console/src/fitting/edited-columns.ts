/** Columns that models can learn from after an edit history. */
import type { EditStepAnswer } from "@agatha/contracts/wire";
import type { ColumnOption } from "../models/new-model/column-options.js";
import { enabledSteps } from "../step-columns/enabled-steps.js";
import { outputColumns, type StepColumn, tableColumns } from "../step-columns/step-columns.js";

type DatasetColumns = Parameters<typeof tableColumns>[0] & readonly { hidden?: boolean }[];

/**
 * Returns the options after the enabled steps. A column of the file keeps what the data check found. A computed column has not been
 * checked: it counts as usable, and a number as a measurement.
 */
export function editedColumnOptions(
  columns: DatasetColumns,
  choices: readonly ColumnOption[],
  steps: readonly Pick<EditStepAnswer, "enabled" | "spec">[],
): ColumnOption[] {
  const offered = new Map(choices.map((choice) => [choice.column.name, choice]));
  const inFile = new Set(columns.map(({ name }) => name));
  return outputColumns(tableColumns(columns), enabledSteps(steps)).flatMap((column) => {
    const known = offered.get(column.name);
    if (known && known.column.type === column.type) return [known];
    // Columns that the dataset hides are offered nowhere.
    return inFile.has(column.name) ? [] : [computedColumnOption(column)];
  });
}

const EMPTY_LISTS = { quantiles: [], histogram: [], top: [] };

/** More distinct values than classes have: a computed number is predicted as a number. */
const UNKNOWN_UNIQUE = 1000;

function computedColumnOption({ name, label, type }: StepColumn): ColumnOption {
  const stats = {
    missing: 0,
    unique: type === "n" ? UNKNOWN_UNIQUE : 2,
    min: null,
    max: null,
    mean: null,
    std: null,
    ...EMPTY_LISTS,
    integer: false,
  };
  const column = { uid: name, name, label, type, originalType: type, colIndex: -1, hidden: false, stats };
  return { column, quality: 1, usable: true, labelLike: false };
}
