/** What a batch tries, one wave after the other: candidates; the best together, and tuned; the tuned together. */
import { type AutoModelLine, automaticCandidates } from "@agatha/contracts";
import { isOver } from "../work/models.js";
import { TUNED, togetherOf, tunedOf } from "./combined.js";
import { memberName, type Wanted } from "./members.js";
import type { Progress } from "./progress.js";

/** With less than this share of its time left a batch waits for no candidate: what is there may be better together. */
const LATE = 0.5;

/** Every candidate of the batch, in the order in which they are tried. */
export function candidatesOf({ batch, type, nrow }: Pick<Progress, "batch" | "type" | "nrow">): Wanted[] {
  return automaticCandidates(batch.spec, type, nrow).map((candidate, i) => ({ slot: `c${i + 1}`, ...candidate }));
}

/** In the order in which they are made. */
const LATER_SLOTS = ["m1", "s1", ...Array.from({ length: TUNED }, (_, i) => `t${i + 1}`), "m2", "s2"];

/** What is still to be made of the present wave; nothing while a wave before it is not over, and when all are. */
export function nextWanted(progress: Progress): Wanted[] {
  const { batch, lines, left } = progress;
  const missing = (wanted: Wanted[]) => wanted.filter(({ slot }) => lines.every((line) => line.slot !== slot));
  const candidates = missing(candidatesOf(progress).slice(0, batch.spec.limits.models));
  const isOn = (kinds: string) => lines.filter(({ slot }) => kinds.includes(slot.charAt(0)));
  const late = left < LATE;
  if (batch.spec.mode !== "AUTO_REGRESSION" && batch.spec.mode !== "AUTO_OCC") return candidates;
  if (!late && (candidates.length > 0 || !areOver(isOn("c")))) return candidates;
  // Together first: that helps more often than better settings, and needs no time to be set aside for a search.
  const tried = { ...progress, lines: isOn("c").filter(({ phase }) => isOver(phase)) };
  const second = missing([...togetherOf(tried, 1), ...tunedOf(tried)]);
  if (second.length > 0 || !areOver(isOn("mst"))) return [...second, ...candidates];
  return [...missing(togetherOf({ ...progress, lines: [...tried.lines, ...isOn("t")] }, 2)), ...candidates];
}

function areOver(lines: readonly AutoModelLine[]): boolean {
  return lines.every(({ phase }) => isOver(phase));
}

/** Names of all models that the batch may have. */
export function possibleNames(progress: Pick<Progress, "batch" | "type" | "nrow">): Map<string, string> {
  const slots = [...candidatesOf(progress).map(({ slot }) => slot), ...LATER_SLOTS];
  return new Map(slots.map((slot) => [memberName(progress.batch, slot), slot]));
}
