/** What a batch tries, one wave after the other: candidates; layers on top of the best, and the best tuned; layers on top of the tuned. */
import {
  ALGORITHMS,
  type AlgorithmName,
  type AutoModelLine,
  automaticCandidates,
  type ModelNode,
  type ModelTuning,
  type ModelType,
  type Resource,
  searchSpaceOf,
  withSettingsFound,
} from "@agatha/contracts";
import { isOver } from "../work/models.js";
import { memberName, rankedLines, type Wanted } from "./members.js";

/** Candidates whose settings are searched for at the most. */
const TUNED = 2;
/** Nodes of the first layer at the most. */
const LAYERED = 3;
const SETTINGS_TRIED = 40;
/** Reads what the first layer says, and each column as well; it is quick, and its penalty keeps what is alike in bounds. */
const LAST_LAYER = "GLM";
/** Share of the time budget that a search may take, by the share that is left; with less left there is none. */
const SEARCH_SHARES = [
  { left: 0.7, share: 0.4 },
  { left: 0.35, share: 0.2 },
];

export interface Progress {
  batch: Resource<"AutoModel">;
  type: ModelType;
  nrow: number;
  members: ReadonlyMap<string, Resource<"Model">>;
  lines: readonly AutoModelLine[];
  /** Settings found, by the name of the model. */
  settings: ReadonlyMap<string, ModelTuning["settings"]>;
  /** Share of the time budget that is left. */
  left: number;
}

/** Every candidate of the batch, in the order in which they are tried. */
export function candidatesOf({ batch, type, nrow }: Pick<Progress, "batch" | "type" | "nrow">): Wanted[] {
  return automaticCandidates(batch.spec, type, nrow).map((candidate, i) => ({ slot: `c${i + 1}`, ...candidate }));
}

/** In the order in which they are made. */
export const LATER_SLOTS = ["s1", ...Array.from({ length: TUNED }, (_, i) => `t${i + 1}`), "s2"];

/** What is still to be made of the present wave; nothing while a wave before it is not over, and when all are. */
export function nextWanted(progress: Progress): Wanted[] {
  const { batch, type, lines } = progress;
  const missing = (wanted: Wanted[]) => wanted.filter(({ slot }) => lines.every((line) => line.slot !== slot));
  const candidates = missing(candidatesOf(progress).slice(0, batch.spec.limits.models));
  if (candidates.length > 0) return candidates;
  if (batch.spec.mode !== "AUTO_REGRESSION" || (type !== "REGRESSION" && type !== "CLASSIFICATION")) return [];
  const tried = lines.filter(({ slot }) => slot.startsWith("c"));
  if (!areOver(tried)) return [];
  // Layers first: they help more often than better settings, and need no time to be set aside for a search.
  const second = missing([...layeredOf({ ...progress, lines: tried }, "s1"), ...tunedOf({ ...progress, lines: tried })]);
  if (second.length > 0) return second;
  const tuned = lines.filter(({ slot }) => slot.startsWith("t"));
  if (!areOver(lines) || !tuned.some((line) => rankedLines([...tried, ...tuned], type)[0]?.slot === line.slot)) return [];
  return missing(layeredOf({ ...progress, lines: [...tried, ...tuned] }, "s2"));
}

function areOver(lines: readonly AutoModelLine[]): boolean {
  return lines.every(({ phase }) => isOver(phase));
}

/** The best candidates once more, with their settings searched for. */
function tunedOf({ batch, type, members, lines, left }: Progress): Wanted[] {
  const share = SEARCH_SHARES.find((each) => left >= each.left)?.share;
  if (share === undefined) return [];
  const tuning = { seconds: Math.max(1, Math.floor(share * batch.spec.limits.seconds)), candidates: SETTINGS_TRIED };
  const tunable = rankedLines(lines, type).flatMap(({ name }) => {
    const layers = members.get(name)?.spec.layers;
    const algorithm = layers?.[0]?.nodes[0]?.algorithm;
    return layers && algorithm && isTunable(algorithm) ? [{ label: `${algorithm}Tuned`, layers }] : [];
  });
  return tunable.slice(0, TUNED).map((one, i) => ({ slot: `t${i + 1}`, ...one, tuning }));
}

function isTunable(algorithm: string): boolean {
  return Object.hasOwn(ALGORITHMS, algorithm) && Object.keys(searchSpaceOf(algorithm as AlgorithmName)).length > 0;
}

/** A model whose first layer is the best of these lines, each algorithm once and with the settings found. */
function layeredOf({ batch, type, members, lines, settings }: Progress, slot: "s1" | "s2"): Wanted[] {
  if (batch.spec.timeSeries) return [];
  const nodes: ModelNode[] = [];
  for (const { name } of rankedLines(lines, type)) {
    const node = withSettingsFound(members.get(name)?.spec.layers ?? [], settings.get(name) ?? [])[0]?.nodes[0];
    if (node && nodes.every(({ algorithm }) => algorithm !== node.algorithm)) nodes.push(node);
  }
  if (nodes.length < 2) return [];
  const label = slot === "s1" ? "Layers" : "LayersTuned";
  return [{ slot, label, layers: [{ nodes: nodes.slice(0, LAYERED) }, { nodes: [{ algorithm: LAST_LAYER }] }] }];
}

/** Names of all models that the batch may have. */
export function possibleNames(progress: Pick<Progress, "batch" | "type" | "nrow">): Map<string, string> {
  const slots = [...candidatesOf(progress).map(({ slot }) => slot), ...LATER_SLOTS];
  return new Map(slots.map((slot) => [memberName(progress.batch, slot), slot]));
}
