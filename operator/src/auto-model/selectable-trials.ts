import { type AutoModelTrial, heldOutKey, isMarkedDeleted, type Resource } from "@agatha/contracts";
import type { ObservedState } from "./observed-state.js";

type ChildModels = ObservedState["childModels"];

/**
 * Returns the trials among which the best is selected: without deleted models, and without those whose figures are on other rows. If
 * no trained model is left, it returns all.
 */
export function selectableTrials(trials: readonly AutoModelTrial[], observed: ObservedState): AutoModelTrial[] {
  const present = trialsWithModel(trials, observed.childModels);
  if (!present.some(isTrained)) return [...trials];
  const incomparable = incomparableTrials(trials, observed);
  return present.filter((trial) => !incomparable.includes(trial));
}

/** Returns the trials, marked with `earlierRows` where the model's figures are on other rows. */
export function markIncomparable(trials: readonly AutoModelTrial[], observed: ObservedState): AutoModelTrial[] {
  const incomparable = incomparableTrials(trials, observed);
  return trials.map((trial) => {
    const { earlierRows: _before, ...unmarked } = trial;
    return incomparable.includes(trial) ? { ...unmarked, earlierRows: true } : unmarked;
  });
}

/**
 * Returns the trials whose figures cannot be compared with the others': those whose models learned before the dataset's last change of
 * its rows, and those that held out rows of another kind than most do.
 */
function incomparableTrials(trials: readonly AutoModelTrial[], { childModels, readiness }: ObservedState): AutoModelTrial[] {
  const trained = trialsWithModel(trials, childModels).filter(isTrained);
  const newest = newestRows(trained, childModels, rowsFingerprint(readiness.dataset));
  const ofNewest = newest === undefined ? trained : trained.filter(({ name }) => learnedRows(childModels.get(name)) === newest);
  const usual = usualHeldOutRows(ofNewest, childModels);
  const comparable = ofNewest.filter(({ name }) => heldOutRowsOf(childModels.get(name)) === usual);
  return trained.filter((trial) => !comparable.includes(trial));
}

function trialsWithModel(trials: readonly AutoModelTrial[], childModels: ChildModels): AutoModelTrial[] {
  return trials.filter(({ name }) => {
    const model = childModels.get(name);
    return model !== undefined && !isMarkedDeleted(model);
  });
}

/** Returns the fingerprint of the rows that the dataset has now. */
function rowsFingerprint(dataset: Resource<"Dataset"> | undefined): string | undefined {
  const table = dataset?.status?.table;
  return table?.rowsFingerprint ?? table?.fingerprint;
}

const isTrained = ({ phase }: AutoModelTrial): boolean => phase === "success";

/** Returns the fingerprint of the rows that a model learned from. That of the table is for models trained before rows had one. */
function learnedRows(model: Resource<"Model"> | undefined): string | undefined {
  return model?.status?.rowsFingerprint ?? model?.status?.datasetFingerprint;
}

/**
 * Returns the fingerprint of the newest rows that a model learned from: the present ones, or else those of the model whose job began
 * last. It is undefined if no model has one.
 */
function newestRows(trained: readonly AutoModelTrial[], childModels: ChildModels, presentRows: string | undefined): string | undefined {
  const known = trained.flatMap(({ name }) => {
    const model = childModels.get(name);
    const rows = learnedRows(model);
    return rows === undefined ? [] : [{ rows, startedAt: model?.status?.startedAt ?? "" }];
  });
  if (known.some(({ rows }) => rows === presentRows)) return presentRows;
  return known.sort((a, b) => a.startedAt.localeCompare(b.startedAt)).at(-1)?.rows;
}

const heldOutRowsOf = (model: Resource<"Model"> | undefined): string => heldOutKey(model?.status?.heldOutBy);

/** Returns the key of the held-out rows of most models; of kinds that are as many, that of the model whose job began last. */
function usualHeldOutRows(trained: readonly AutoModelTrial[], childModels: ChildModels): string | undefined {
  const models = trained.map(({ name }) => childModels.get(name));
  const counts = new Map<string, number>();
  for (const model of models) counts.set(heldOutRowsOf(model), (counts.get(heldOutRowsOf(model)) ?? 0) + 1);
  const startOf = (model: Resource<"Model"> | undefined) => model?.status?.startedAt ?? "";
  const countOf = (model: Resource<"Model"> | undefined) => counts.get(heldOutRowsOf(model)) ?? 0;
  const usual = models.toSorted((a, b) => countOf(a) - countOf(b) || startOf(a).localeCompare(startOf(b))).at(-1);
  return usual && heldOutRowsOf(usual);
}
