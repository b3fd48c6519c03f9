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
  withSettingsFound,
} from "@agatha/contracts";
import { memberName, rankedLines, type Wanted } from "./members.js";
import type { Progress } from "./progress.js";

/** Candidates whose settings are searched for at the most. */
export const TUNED = 2;
/** Models that answer together at the most. */
const TOGETHER = 3;
const SETTINGS_TRIED = 40;
/** Reads what the first layer says, and each column as well; it is quick, and its penalty keeps what is alike in bounds. */
const LAST_LAYER = "GLM";
/** Share of the time budget that a search may take, by the share that is left; with less left there is none. */
const SEARCH_SHARES = [
  { left: 0.7, share: 0.4 },
  { left: 0.35, share: 0.2 },
];
/** What is wrong in the same places is of no help to each other: of these one is enough. */
const LINEAR: readonly string[] = ["GLM", "enet", "GNET"] satisfies AlgorithmName[];

/** The best of these lines once more, with their settings searched for. */
export function tunedOf({ batch, type, members, lines, left }: Progress): Wanted[] {
  const share = SEARCH_SHARES.find((each) => left >= each.left)?.share;
  if (share === undefined || !isSupervised(type)) return [];
  const tuning = { seconds: Math.max(1, Math.floor(share * batch.spec.limits.seconds)), candidates: SETTINGS_TRIED };
  const ranked = rankedLines(lines, type).flatMap(({ name }) => nodeOf(members.get(name))?.algorithm ?? []);
  const tunable = [...new Set(ranked)].filter(isTunable).slice(0, TUNED);
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
export function togetherOf(progress: Progress, round: 1 | 2): Wanted[] {
  const { batch, type, members } = progress;
  const nodes = bestNodes(progress);
  if (type === "CLUSTERING" || nodes.length < 2) return [];
  if (round === 2 && isDeepStrictEqual(nodes, members.get(memberName(batch, "m1"))?.spec.layers[0]?.nodes)) return [];
  const suffix = round === 1 ? "" : "Tuned";
  const mean: Wanted = { slot: `m${round}`, label: `Mean${suffix}`, layers: [{ nodes }] };
  if (!isSupervised(type) || batch.spec.timeSeries) return [mean];
  return [mean, { slot: `s${round}`, label: `Layers${suffix}`, layers: [{ nodes }, { nodes: [{ algorithm: LAST_LAYER }] }] }];
}

/** Of the best lines, each kind of algorithm once and with the settings found. */
function bestNodes({ type, members, lines, settings }: Progress): ModelNode[] {
  const nodes = new Map<string, ModelNode>();
  for (const { name } of rankedLines(lines, type)) {
    const node = nodeOf(members.get(name), settings.get(name));
    if (!node) continue;
    const kind = LINEAR.includes(node.algorithm) ? "linear" : node.algorithm;
    if (!nodes.has(kind)) nodes.set(kind, node);
  }
  return [...nodes.values()].slice(0, TOGETHER);
}

function nodeOf(member: Resource<"Model"> | undefined, found: ModelTuning["settings"] = []): ModelNode | undefined {
  return withSettingsFound(member?.spec.layers ?? [], found)[0]?.nodes[0];
}

function isTunable(algorithm: string): boolean {
  return Object.hasOwn(ALGORITHMS, algorithm) && Object.keys(searchSpaceOf(algorithm as AlgorithmName)).length > 0;
}
