/** Models that an automatic training derives from its best candidates: tuned models and ensembles. */
import { isDeepStrictEqual } from "node:util";
import {
  ALGORITHMS,
  type AlgorithmName,
  chosenRankBy,
  isForecaster,
  isLinear,
  isSupervised,
  METHOD_WORDS,
  type ModelNode,
  type ModelTuning,
  type ModelType,
  type Resource,
  searchSpaceOf,
  tuningMeasure,
  withTunedParams,
} from "@agatha/contracts";
import { childModelName, type PlannedModel, rankTrials } from "./child-models.js";
import type { SearchProgress } from "./search.js";
import { slotOf } from "./slots.js";

/** Largest number of candidates to tune. */
export const MAX_TUNED_MODELS = 2;
/** Largest number of models in a mean, and in the first stack. */
const MAX_ENSEMBLE_SIZE = 3;
/** Largest number of models in the stack after tuning: its final estimator weighs the weaker ones down (decision 96). */
const MAX_STACK_SIZE = 6;
const TUNING_CANDIDATES = 40;
/**
 * Final estimator of a stack. It learns from the outputs of the first layer alone, and its penalty handles correlated outputs
 * (decision 103).
 */
const FINAL_ESTIMATOR = { algorithm: "GLM", columns: [], params: { ridge: 1 } } satisfies ModelNode;
/** Share of the time budget that tuning may take, by the share that is left. With less time left, there is no tuning. */
const TUNING_TIME_SHARES = [
  { left: 0.7, share: 0.4 },
  { left: 0.35, share: 0.2 },
];

/**
 * Returns the kind of an algorithm: its name, or one for all linear ones. Algorithms with similar errors do not improve an ensemble.
 * So an ensemble has at most one algorithm of a kind, and at most one of a kind is tuned.
 */
function kindOf(algorithm: string, type: ModelType): string {
  return isLinear(algorithm, type) ? "linear" : algorithm;
}

/** Returns the nodes without those whose kind of algorithm has come before. */
function firstOfEachKind(nodes: readonly ModelNode[], type: ModelType): ModelNode[] {
  const kinds = nodes.map(({ algorithm }) => kindOf(algorithm, type));
  return nodes.filter((_, at) => kinds.indexOf(kinds[at]!) === at);
}

/** Returns the best of these candidates again, with tuning. Kinds that are tuned already are left out. */
export function tunedModels(progress: SearchProgress): PlannedModel[] {
  const { autoModel, type, trials, timeShareLeft } = progress;
  const { childModels } = progress.observed;
  const share = TUNING_TIME_SHARES.find((each) => timeShareLeft >= each.left)?.share;
  if (share === undefined || !isSupervised(type)) return [];
  const tuning = {
    seconds: Math.max(1, Math.floor(share * autoModel.spec.limits.seconds)),
    candidates: TUNING_CANDIDATES,
    measure: tuningMeasure.safeParse(chosenRankBy(autoModel.spec, type)).data,
  };
  const ranked = rankTrials(trials, progress).flatMap(({ name }) => firstNodeWithSettings(childModels.get(name)) ?? []);
  const slots = Array.from({ length: MAX_TUNED_MODELS }, (_, i) => slotOf("tuned", i + 1));
  const tunedIn = (slot: string) => childModels.get(childModelName(autoModel, slot))?.spec.layers[0]?.nodes[0];
  const taken = new Set(slots.flatMap((slot) => tunedIn(slot) ?? []).map(({ algorithm }) => kindOf(algorithm, type)));
  const free = slots.filter((slot) => tunedIn(slot) === undefined);
  const tunable = firstOfEachKind(ranked.filter(isTunable), type).filter(({ algorithm }) => !taken.has(kindOf(algorithm, type)));
  return tunable.slice(0, free.length).map(({ algorithm, params }, i) => ({
    slot: free[i]!,
    label: `${algorithm}Tuned`,
    method: wordsOf(autoModel).tuned(algorithm),
    // Tuning searches the other parameters.
    layers: [{ nodes: [{ algorithm, ...(params?.logResponse === true && { params: { logResponse: true } }) }] }],
    tuning,
  }));
}

/**
 * Returns ensembles of the best models: their mean and, for a response, a stack with a final layer that learns from their
 * outputs. `round` is 1, or 2 after tuning. Round 2 has a mean only if the best models have changed, and a stack of more models.
 * Clusters have no mean. The final layer of a time series would learn from the later rows alone, so it has no stack.
 */
export function ensembleModels(progress: SearchProgress, round: 1 | 2): PlannedModel[] {
  const { autoModel, type } = progress;
  const { childModels } = progress.observed;
  const all = baseEstimators(progress);
  if (type === "CLUSTERING" || all.length < 2) return [];
  const suffix = round === 1 ? "" : "Tuned";
  const words = wordsOf(autoModel);
  const isNew = (stage: "ensemble" | "stacked", nodes: ModelNode[]) =>
    round === 1 || !isDeepStrictEqual(nodes, childModels.get(childModelName(autoModel, slotOf(stage, 1)))?.spec.layers[0]?.nodes);
  const averaged = all.slice(0, MAX_ENSEMBLE_SIZE);
  const mean: PlannedModel = {
    slot: slotOf("ensemble", round),
    label: `Mean${suffix}`,
    method: words.mean(namesOf(averaged)),
    layers: [{ nodes: averaged }],
  };
  const stacked = all.slice(0, round === 1 ? MAX_ENSEMBLE_SIZE : MAX_STACK_SIZE);
  const stack: PlannedModel = {
    slot: slotOf("stacked", round),
    label: `Layers${suffix}`,
    method: words.stacked(FINAL_ESTIMATOR.algorithm, words.list(namesOf(stacked))),
    layers: [{ nodes: stacked }, { nodes: [FINAL_ESTIMATOR] }],
  };
  const hasStack = isSupervised(type) && !autoModel.spec.timeSeries;
  return [...(isNew("ensemble", averaged) ? [mean] : []), ...(hasStack && isNew("stacked", stacked) ? [stack] : [])];
}

const wordsOf = ({ spec }: Resource<"AutoModel">) => METHOD_WORDS[spec.language ?? "en"];
const namesOf = (nodes: readonly ModelNode[]): string[] => nodes.map(({ algorithm }) => algorithm);

/** Returns the models with the tuned settings, the best first, one of each kind of algorithm. */
function baseEstimators(progress: SearchProgress): ModelNode[] {
  const { autoModel, type, trials } = progress;
  const { childModels, tunedSettings } = progress.observed;
  const nodes = new Map<string, ModelNode>();
  for (const { name } of rankTrials(trials, progress)) {
    const model = childModels.get(name);
    // All nodes of a mean have the same columns known ahead.
    if (!isDeepStrictEqual(model?.spec.timeSeries?.knownAhead, autoModel.spec.timeSeries?.knownAhead)) continue;
    const node = firstNodeWithSettings(model, tunedSettings.get(name));
    // Forecasters are combined with forecasters only.
    if (!node || [...nodes.values()].some((other) => isForecaster(other.algorithm) !== isForecaster(node.algorithm))) continue;
    const kind = kindOf(node.algorithm, type);
    if (!nodes.has(kind)) nodes.set(kind, node);
  }
  return [...nodes.values()];
}

function firstNodeWithSettings(model: Resource<"Model"> | undefined, found: ModelTuning["settings"] = []): ModelNode | undefined {
  return withTunedParams(model?.spec.layers ?? [], found)[0]?.nodes[0];
}

function isTunable({ algorithm }: ModelNode): boolean {
  return Object.hasOwn(ALGORITHMS, algorithm) && Object.keys(searchSpaceOf(algorithm as AlgorithmName)).length > 0;
}
