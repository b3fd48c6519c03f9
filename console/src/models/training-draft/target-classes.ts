/** Classes of the column to predict. Pure. */
import { valueCounts } from "@agatha/contracts/model-rules/semilabel";
import type { ColumnOption } from "./column-options.js";
import { modelTypeOf, type TrainingDraft } from "./draft.js";

/** Share of the rows below which a class is rare: a model that never answers with it looks good all the same. */
const MAX_RARE_SHARE = 0.1;

/** Most classes for which weights are asked one by one. */
const MAX_WEIGHTED_CLASSES = 10;

/** Returns the classes of the column to predict, the most frequent first; undefined if they are unknown or too many for weights. */
export function weightedClasses(draft: TrainingDraft, choices: readonly ColumnOption[]): string[] | undefined {
  const target = choices.find(({ column }) => column.name === draft.target)?.column;
  if (!target || modelTypeOf(draft) !== "CLASSIFICATION") return undefined;
  const values = [...(valueCounts(target).values ?? [])].sort((a, b) => b.count - a.count);
  return values.length < 2 || values.length > MAX_WEIGHTED_CLASSES ? undefined : values.map(({ value }) => value);
}

/** Returns the rarest class of the column to predict, if it is rare. */
export function rareClass(draft: TrainingDraft, choices: readonly ColumnOption[]): { value: string; share: number } | undefined {
  const target = choices.find(({ column }) => column.name === draft.target)?.column;
  if (!target || modelTypeOf(draft) !== "CLASSIFICATION") return undefined;
  const { values = [] } = valueCounts(target);
  const rows = values.reduce((sum, { count }) => sum + count, 0);
  const [rarest] = [...values].sort((a, b) => a.count - b.count);
  if (!rarest || values.length < 2 || rarest.count >= MAX_RARE_SHARE * rows) return undefined;
  return { value: rarest.value, share: rarest.count / rows };
}
