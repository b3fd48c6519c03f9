/** What a batch tries, one wave after the other: candidates; the best together, and tuned; the tuned together. */
import { type AutoModelTrial, autoModelCandidates } from "@agatha/contracts";
import { isTrainingFinished } from "../plan/model-actions.js";
import { childModelName, type PlannedModel } from "./child-models.js";
import { ensembleModels, MAX_TUNED_MODELS, tunedModels } from "./ensembles.js";
import type { SearchProgress } from "./search-progress.js";

/** With less than this share of its time left a batch waits for no candidate: what is there may be better together. */
const LATE_TIME_SHARE = 0.5;

/** Every candidate of the batch, in the order in which they are tried. */
export function candidateModels({ batch, type, rowCount }: Pick<SearchProgress, "batch" | "type" | "rowCount">): PlannedModel[] {
  return autoModelCandidates(batch.spec, type, rowCount).map((candidate, i) => ({ slot: `c${i + 1}`, ...candidate }));
}

/** In the order in which they are made. */
const LATER_STAGE_SLOTS = ["m1", "s1", ...Array.from({ length: MAX_TUNED_MODELS }, (_, i) => `t${i + 1}`), "m2", "s2"];

/** What is still to be made of the present wave; nothing while a wave before it is not over, and when all are. */
export function nextPlannedModels(progress: SearchProgress): PlannedModel[] {
  const { batch, lines, timeShareLeft } = progress;
  const missing = (wanted: PlannedModel[]) => wanted.filter(({ slot }) => lines.every((line) => line.slot !== slot));
  const candidates = missing(candidateModels(progress).slice(0, batch.spec.limits.models));
  const isOn = (kinds: string) => lines.filter(({ slot }) => kinds.includes(slot.charAt(0)));
  const late = timeShareLeft < LATE_TIME_SHARE;
  if (batch.spec.mode !== "AUTO_REGRESSION" && batch.spec.mode !== "AUTO_OCC") return candidates;
  if (!late && (candidates.length > 0 || !areTrainingsFinished(isOn("c")))) return candidates;
  // Together first: that helps more often than better settings, and needs no time to be set aside for a search.
  const tried = { ...progress, lines: isOn("c").filter(({ phase }) => isTrainingFinished(phase)) };
  const second = missing([...ensembleModels(tried, 1), ...tunedModels(tried)]);
  if (second.length > 0 || !areTrainingsFinished(isOn("mst"))) return [...second, ...candidates];
  return [...missing(ensembleModels({ ...progress, lines: [...tried.lines, ...isOn("t")] }, 2)), ...candidates];
}

function areTrainingsFinished(lines: readonly AutoModelTrial[]): boolean {
  return lines.every(({ phase }) => isTrainingFinished(phase));
}

/** Names of all models that the batch may have. */
export function possibleSlots(progress: Pick<SearchProgress, "batch" | "type" | "rowCount">): Map<string, string> {
  const slots = [...candidateModels(progress).map(({ slot }) => slot), ...LATER_STAGE_SLOTS];
  return new Map(slots.map((slot) => [childModelName(progress.batch, slot), slot]));
}
