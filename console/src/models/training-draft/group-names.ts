/** Columns that only name the group, which a model for new groups does not learn from unless they are chosen. Pure. */
import { type ColumnOption, canBeClassTarget, targetOptions, usableColumnNames } from "./column-options.js";
import { EQUAL_COSTS, type TrainingDraft } from "./draft.js";
import type { RowFacts } from "./row-facts.js";
import { rareClass, weightedClasses } from "./target-classes.js";
import { newTimeSeriesDraft } from "./time-series.js";
import { areGroupsAsFound, heldOutRows, validationOptions } from "./validation-options.js";

/** Returns the columns that only name the group, if the model is to predict rows of new groups. */
export function groupNames(draft: TrainingDraft, choices: readonly ColumnOption[], facts: RowFacts): readonly string[] {
  const options = validationOptions(draft, choices, facts);
  if (!options || heldOutRows(draft, options) !== "groups") return [];
  const { groups, groupColumns } = options;
  if (groups?.namingColumns && areGroupsAsFound(options)) return groups.namingColumns;
  // Data checks of earlier versions do not tell the columns, and none tells them of chosen ones. A single column names the group
  // unless it measures something.
  const isMeasure = ({ column: { type, stats } }: ColumnOption) => type === "n" && !stats.integer;
  const measures = choices.filter(isMeasure).map(({ column }) => column.name);
  return groupColumns.length === 1 ? groupColumns.filter((name) => !measures.includes(name)) : [];
}

/**
 * Returns the changed draft. Columns that only name the group are left out where it came to be for new groups, and chosen again where
 * it no longer is.
 */
export function withGroupNames<D extends TrainingDraft>(before: D, changed: D, choices: readonly ColumnOption[], facts: RowFacts): D {
  const [then, now] = [groupNames(before, choices, facts), groupNames(changed, choices, facts)];
  const released = then.filter((name) => !now.includes(name) && name !== changed.target && !changed.columns.includes(name));
  const usable = usableColumnNames(choices, changed.goal);
  const kept = changed.columns.filter((name) => then.includes(name) || !now.includes(name));
  return { ...changed, columns: [...kept, ...released.filter((name) => usable.includes(name))] };
}

/** Sets the rows to learn from, which have other columns. A target that cannot be predicted from them is left open. */
export function withRows<D extends TrainingDraft>(
  draft: D,
  choices: readonly ColumnOption[],
  useExtraction: boolean,
  facts: RowFacts = {},
): D {
  const choice = targetOptions(choices).find(({ column }) => column.name === draft.target);
  const target = choice ? draft.target : null;
  const predictAs = choice ? predictableAs(choice, draft.predictAs) : draft.predictAs;
  const edited = { ...draft, useExtraction, target, predictAs, series: newTimeSeriesDraft(choices, draft.series.enabled) };
  // Costs are asked for where the classes are known.
  const changed = weightedClasses(edited, choices) || rareClass(edited, choices) ? edited : { ...edited, errorCosts: EQUAL_COSTS };
  const usable = usableColumnNames(choices, draft.goal, groupNames(changed, choices, facts));
  return { ...changed, columns: usable.filter((name) => name !== target) };
}

/** Returns what the column can be predicted as: the wanted, unless its type or its many values leave only the other. */
function predictableAs(choice: ColumnOption, wanted: TrainingDraft["predictAs"]): TrainingDraft["predictAs"] {
  if (choice.column.type === "s") return "class";
  return canBeClassTarget(choice) ? wanted : "number";
}
