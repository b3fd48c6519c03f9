/** Columns that models can learn from after an edit history. */
import type { EditStepSpec } from "@agatha/contracts";
import { changedColumns, hiddenColumns } from "@agatha/contracts/edit-steps/required-columns";
import type { EditStepAnswer } from "@agatha/contracts/wire";
import type { ColumnOption } from "../../models/training-draft/column-options.js";
import { enabledSteps } from "../../step-columns/enabled-steps.js";
import { outputColumns, type StepColumn, tableColumns } from "../../step-columns/step-columns.js";

type DatasetColumns = Parameters<typeof tableColumns>[0] & readonly { hidden?: boolean }[];

/**
 * Returns the options after the enabled steps. A column of the file keeps what the data check found unless steps change its values.
 * Values that steps make or change have not been checked: the column counts as usable, and a number as a measurement unless it is a
 * condition.
 */
export function editedColumnOptions(
  columns: DatasetColumns,
  choices: readonly ColumnOption[],
  steps: readonly Pick<EditStepAnswer, "enabled" | "spec">[],
): ColumnOption[] {
  const offered = new Map(choices.map((choice) => [choice.column.name, choice]));
  const specs = enabledSteps(steps);
  const has = (...types: EditStepSpec["type"][]) => specs.some(({ type }) => types.includes(type));
  const [hidden, changed] = [hiddenColumns(columns, specs), changedColumns(specs)];
  const areRowsOthers = has("aggregation", "unpivot");
  const areRowsFewer = has("filter");
  return outputColumns(tableColumns(columns), specs).flatMap((column): ColumnOption[] => {
    if (hidden.has(column.name)) return [];
    const known = offered.get(column.name);
    if (!known || areRowsOthers || changed.has(column.name)) return [computedColumnOption(column, known?.labelLike)];
    return [areRowsFewer ? { ...known, edited: "rows" } : known];
  });
}

const EMPTY_LISTS = { quantiles: [], histogram: [], top: [] };

/** More distinct values than classes have: a computed number is predicted as a number. */
const UNKNOWN_UNIQUE = 1000;

function computedColumnOption({ name, label, type, isCondition }: StepColumn, labelLike = false): ColumnOption {
  const stats = {
    missing: 0,
    unique: type === "n" && !isCondition ? UNKNOWN_UNIQUE : 2,
    min: null,
    max: null,
    mean: null,
    std: null,
    ...EMPTY_LISTS,
    integer: isCondition === true,
  };
  const column = { uid: name, name, label, type, originalType: type, colIndex: -1, hidden: false, stats };
  return { column, quality: 1, usable: true, labelLike, edited: "values" };
}
