/** What a batch tries, one wave after the other: candidates, the best of them tuned, and layers on top of the best. */
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

export const LATER_SLOTS = [...Array.from({ length: TUNED }, (_, i) => `t${i + 1}`), "s1"];

/** What is still to be made of the present wave; nothing while a wave before it is not over, and when all are. */
export function nextWanted(progress: Progress): Wanted[] {
  const { batch, type, lines } = progress;
  const made = new Set(lines.map(({ slot }) => slot));
  const candidates = candidatesOf(progress).slice(0, batch.spec.limits.models);
  const open = candidates.filter(({ slot }) => !made.has(slot));
  if (open.length > 0) return open;
  if (batch.spec.mode !== "AUTO_REGRESSION" || (type !== "REGRESSION" && type !== "CLASSIFICATION")) return [];
  if (!wave("c")) return [];
  if (!made.has("t1") && !made.has("s1")) {
    const tuned = tunedOf(progress);
    if (tuned.length > 0) return tuned;
  }
  return wave("t") && !made.has("s1") ? layeredOf(progress) : [];

  function wave(letter: string): boolean {
    return lines.filter(({ slot }) => slot.startsWith(letter)).every(({ phase }) => isOver(phase));
  }
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

/** A model whose first layer is the best of what was trained, each algorithm once and with the settings found. */
function layeredOf({ batch, type, members, lines, settings }: Progress): Wanted[] {
  if (batch.spec.timeSeries) return [];
  const nodes: ModelNode[] = [];
  for (const { name } of rankedLines(lines, type)) {
    const node = members.get(name)?.spec.layers[0]?.nodes[0];
    if (!node || nodes.some(({ algorithm }) => algorithm === node.algorithm)) continue;
    const found = settings.get(name)?.find((setting) => setting.node === "1.1");
    nodes.push(found ? { ...node, params: { ...node.params, ...found.params } } : node);
  }
  if (nodes.length < 2) return [];
  return [{ slot: "s1", label: "Layers", layers: [{ nodes: nodes.slice(0, LAYERED) }, { nodes: [{ algorithm: LAST_LAYER }] }] }];
}

/** Names of all models that the batch may have. */
export function possibleNames(progress: Pick<Progress, "batch" | "type" | "nrow">): Map<string, string> {
  const slots = [...candidatesOf(progress).map(({ slot }) => slot), ...LATER_SLOTS];
  return new Map(slots.map((slot) => [memberName(progress.batch, slot), slot]));
}
