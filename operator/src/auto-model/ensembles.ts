/** Models that a batch makes of the best that it tried: tuned ones, and several that answer together. */
import { isDeepStrictEqual } from "node:util";
import {
  ALGORITHMS,
  type AlgorithmName,
  isSupervised,
  type ModelNode,
  type ModelTuning,
  type Resource,
  searchSpaceOf,
  withTunedParams,
} from "@agatha/contracts";
import { childModelName, type PlannedModel, rankTrainedModels } from "./child-models.js";
import type { SearchProgress } from "./search-progress.js";

/** Candidates whose settings are searched for at the most. */
export const MAX_TUNED_MODELS = 2;
/** Models that answer together at the most. */
const MAX_ENSEMBLE_SIZE = 3;
const TUNING_CANDIDATES = 40;
/** Reads what the first layer says, and each column as well; it is quick, and its penalty keeps what is alike in bounds. */
const FINAL_ESTIMATOR = "GLM";
/** Share of the time budget that a search may take, by the share that is left; with less left there is none. */
const TUNING_TIME_SHARES = [
  { left: 0.7, share: 0.4 },
  { left: 0.35, share: 0.2 },
];
/** What is wrong in the same places is of no help to each other: of these one is enough. */
const LINEAR_ALGORITHMS: readonly string[] = ["GLM", "enet", "GNET"] satisfies AlgorithmName[];

/** The best of these lines once more, with their settings searched for. */
export function tunedModels({ batch, type, childModels, lines, timeShareLeft }: SearchProgress): PlannedModel[] {
  const share = TUNING_TIME_SHARES.find((each) => timeShareLeft >= each.left)?.share;
  if (share === undefined || !isSupervised(type)) return [];
  const tuning = { seconds: Math.max(1, Math.floor(share * batch.spec.limits.seconds)), candidates: TUNING_CANDIDATES };
  const ranked = rankTrainedModels(lines, type).flatMap(({ name }) => firstNodeWithSettings(childModels.get(name))?.algorithm ?? []);
  const tunable = [...new Set(ranked)].filter(isTunable).slice(0, MAX_TUNED_MODELS);
  return tunable.map((algorithm, i) => ({
    slot: `t${i + 1}`,
    label: `${algorithm}Tuned`,
    layers: [{ nodes: [{ algorithm }] }],
    tuning,
  }));
}

/**
 * The best of these lines together: their mean, and for a response a layer that learns what to make of what each says.
 * `round` is 1, or 2 after a search, when there is something new only if the best are others than before.
 * Clusters have no mean, and a layer of a time series would learn from its later rows alone.
 */
export function ensembleModels(progress: SearchProgress, round: 1 | 2): PlannedModel[] {
  const { batch, type, childModels } = progress;
  const nodes = baseEstimators(progress);
  if (type === "CLUSTERING" || nodes.length < 2) return [];
  if (round === 2 && isDeepStrictEqual(nodes, childModels.get(childModelName(batch, "m1"))?.spec.layers[0]?.nodes)) return [];
  const suffix = round === 1 ? "" : "Tuned";
  const mean: PlannedModel = { slot: `m${round}`, label: `Mean${suffix}`, layers: [{ nodes }] };
  if (!isSupervised(type) || batch.spec.timeSeries) return [mean];
  return [mean, { slot: `s${round}`, label: `Layers${suffix}`, layers: [{ nodes }, { nodes: [{ algorithm: FINAL_ESTIMATOR }] }] }];
}

/** Of the best lines, each kind of algorithm once and with the settings found. */
function baseEstimators({ type, childModels, lines, tunedSettings }: SearchProgress): ModelNode[] {
  const nodes = new Map<string, ModelNode>();
  for (const { name } of rankTrainedModels(lines, type)) {
    const node = firstNodeWithSettings(childModels.get(name), tunedSettings.get(name));
    if (!node) continue;
    const kind = LINEAR_ALGORITHMS.includes(node.algorithm) ? "linear" : node.algorithm;
    if (!nodes.has(kind)) nodes.set(kind, node);
  }
  return [...nodes.values()].slice(0, MAX_ENSEMBLE_SIZE);
}

function firstNodeWithSettings(member: Resource<"Model"> | undefined, found: ModelTuning["settings"] = []): ModelNode | undefined {
  return withTunedParams(member?.spec.layers ?? [], found)[0]?.nodes[0];
}

function isTunable(algorithm: string): boolean {
  return Object.hasOwn(ALGORITHMS, algorithm) && Object.keys(searchSpaceOf(algorithm as AlgorithmName)).length > 0;
}
