/** Stages of an automatic training: candidates; ensembles of the best, and tuning; ensembles with the tuned models. */
import { type AlgorithmName, type AutoModelTrial, autoModelCandidates, seriesNameColumns } from "@agatha/contracts";
import { isTrainingFinished } from "../plan/model-actions.js";
import type { PlannedModel } from "./child-models.js";
import { ensembleModels, MAX_TUNED_MODELS, tunedModels } from "./derived-models.js";
import type { Search, SearchProgress } from "./search.js";
import { selectableTrials } from "./selectable-trials.js";
import { isOfStage, type SearchStage, slotOf } from "./slots.js";

/**
 * With less than this share of its time left, AUTO_REGRESSION creates ensembles of finished models before the remaining candidates.
 * AUTO_OCC tries every method first.
 */
const LATE_TIME_SHARE = 0.5;

/**
 * The quickest algorithm to train for each kind of model: a forecast, a response, outliers, groups. PCA is no quicker than iForest, and
 * finds fewer outliers: it is for candidates without iForest.
 */
const QUICKEST_ALGORITHMS: readonly AlgorithmName[][] = [["SNaive"], ["GLM"], ["iForest", "PCA"], ["k-means"]];
/** Rows up to which ETS takes the place of SNaive: it is nearly as quick for one short series, and errs far less. */
const SHORT_SERIES_ROWS = 500;

/** Longest name of a method in the status. */
const MAX_METHOD_LENGTH = 128;

/** Returns every candidate of the automatic training in the order of training. */
function candidateModels({ autoModel, type, rowCount }: Search): PlannedModel[] {
  const spec = { ...autoModel.spec, logResponse: autoModel.status?.logResponse };
  return autoModelCandidates(spec, type, rowCount).map((candidate, i) => ({ slot: slotOf("candidate", i + 1), ...candidate }));
}

/**
 * Returns the candidates that the limit of models leaves, the quickest of each kind first. The time limit does not end these, so
 * that an automatic training has models however short its time.
 */
function candidatesWithinLimit(search: Search): { quickest: PlannedModel[]; others: PlannedModel[] } {
  const { autoModel, rowCount } = search;
  const all = candidateModels(search).slice(0, autoModel.spec.limits.models);
  const isAlone = (wanted: string, { layers }: PlannedModel) =>
    layers.length === 1 && layers[0]!.nodes.length === 1 && layers[0]!.nodes[0]!.algorithm === wanted;
  const isShort = rowCount <= SHORT_SERIES_ROWS && seriesNameColumns(autoModel.spec.timeSeries).length === 0;
  const first = (...names: AlgorithmName[]) => names.flatMap((name) => all.find((each) => isAlone(name, each)) ?? []).slice(0, 1);
  const found = QUICKEST_ALGORITHMS.flatMap((names) => (names.includes("SNaive") && isShort ? first("ETS", ...names) : first(...names)));
  const quickest = found.length > 0 ? found : all.slice(0, 1);
  return { quickest, others: all.filter((each) => !quickest.includes(each)) };
}

/** Returns the slots that the time limit does not end. */
export function slotsWithoutTimeLimit(search: Search): string[] {
  return candidatesWithinLimit(search).quickest.map(({ slot }) => slot);
}

/** Returns the methods of the candidates that were never begun. */
export function methodsNotTried(search: Search, trials: readonly AutoModelTrial[]): string[] {
  return candidateModels(search)
    .filter(({ slot }) => trials.every((trial) => trial.slot !== slot))
    .map(({ method }) => method.slice(0, MAX_METHOD_LENGTH));
}

/** Slots in order of creation. */
const LATER_STAGE_SLOTS = [
  slotOf("ensemble", 1),
  slotOf("stacked", 1),
  ...Array.from({ length: MAX_TUNED_MODELS }, (_, i) => slotOf("tuned", i + 1)),
  slotOf("ensemble", 2),
  slotOf("stacked", 2),
];

/**
 * Returns the models of the current stage that are still to be created. It is empty until the previous stage ends, and after the
 * last stage.
 */
export function nextPlannedModels(progress: SearchProgress): PlannedModel[] {
  const { autoModel, observed, trials, timeShareLeft } = progress;
  const missing = (wanted: PlannedModel[]) => wanted.filter(({ slot }) => trials.every((trial) => trial.slot !== slot));
  const { quickest, others } = candidatesWithinLimit(progress);
  const candidates = missing([...quickest, ...others]);
  const trialsOfStages = (...stages: SearchStage[]) => trials.filter((trial) => isOfStage(trial, ...stages));
  const late = timeShareLeft < LATE_TIME_SHARE && autoModel.spec.mode === "AUTO_REGRESSION";
  if (autoModel.spec.mode !== "AUTO_REGRESSION" && autoModel.spec.mode !== "AUTO_OCC") return candidates;
  if (!late && (candidates.length > 0 || !areTrainingsFinished(trialsOfStages("candidate")))) return candidates;
  // Ensembles precede tuning: they improve results more often, and need no share of the time.
  const selectable = (found: AutoModelTrial[]) => ({ ...progress, trials: selectableTrials(found, observed) });
  const tried = trialsOfStages("candidate").filter(({ phase }) => isTrainingFinished(phase));
  const second = missing([...ensembleModels(selectable(tried), 1), ...tunedModels(selectable(tried))]);
  if (second.length > 0 || !areTrainingsFinished(trialsOfStages("ensemble", "stacked", "tuned"))) return [...second, ...candidates];
  return [...missing(ensembleModels(selectable([...tried, ...trialsOfStages("tuned")]), 2)), ...candidates];
}

function areTrainingsFinished(trials: readonly AutoModelTrial[]): boolean {
  return trials.every(({ phase }) => isTrainingFinished(phase));
}

/** Returns the slots of all models that the automatic training may have. */
export function possibleSlots(search: Search): string[] {
  return [...candidateModels(search).map(({ slot }) => slot), ...LATER_STAGE_SLOTS];
}
