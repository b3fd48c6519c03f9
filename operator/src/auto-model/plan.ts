import {
  type AutoModelLine,
  type AutoModelStatus,
  CANCEL_ANNOTATION,
  type Clock,
  isoTime,
  type Misfit,
  type ModelTuning,
  type ModelType,
  type Resource,
} from "@agatha/contracts";
import { type EnablingFacts, planEnabling } from "../enabling/plan.js";
import type { Footing } from "../model/footing.js";
import type { Action, Plan } from "../work/action.js";
import { metadataActions } from "../work/metadata.js";
import { isOver } from "../work/models.js";
import { LOOK_AGAIN_MS } from "../work/moves.js";
import { failure } from "../work/report.js";
import { batchConditions } from "./conditions.js";
import { linesOf, memberName, newMember, rankedLines } from "./members.js";
import type { Progress } from "./progress.js";
import { nextWanted, possibleNames } from "./waves.js";

/** Everything besides the batch itself that a plan is made from. */
export interface Seen extends EnablingFacts {
  footing: Footing;
  /** What the models do, or what is wrong with the request; undefined until the dataset's columns are known. */
  type: ModelType | Misfit | undefined;
  /** The batch's models by name. */
  members: ReadonlyMap<string, Resource<"Model">>;
  settings: ReadonlyMap<string, ModelTuning["settings"]>;
  /** Columns that a trained model left out, by the model's name. */
  leftOut: ReadonlyMap<string, NonNullable<AutoModelStatus["leftOut"]>>;
}

/** Pure: what is to be done about a batch, and the status that says so. A batch that is over stays so. */
export function planAutoModel(batch: Resource<"AutoModel">, seen: Seen, clock: Clock): Plan<"AutoModel"> {
  const metadata = metadataActions(batch, seen.footing.dataset);
  const { actions, status, requeueAfter } = planBatch(batch, seen, clock);
  return { actions: [...metadata, ...actions], status: { ...status, observedGeneration: batch.metadata.generation }, requeueAfter };
}

function planBatch(batch: Resource<"AutoModel">, seen: Seen, clock: Clock): Plan<"AutoModel"> {
  const { status = {} } = batch;
  if (status.phase === "fitting_finished" || status.phase === "fitting_fail") return { actions: dropActions(status, seen), status };
  const begun = status.type !== undefined;
  const processing: AutoModelStatus = { ...status, phase: "fitting_processing" };
  if (!begun && isCancelled(batch)) return failed(batch, processing, failure("Cancelled", "The batch was cancelled."), clock);
  if (!begun && seen.footing.is === "failed") return failed(batch, processing, seen.footing, clock);
  if (!begun && (seen.footing.is === "waiting" || seen.type === undefined)) {
    return { actions: [], status: batchConditions(batch, processing, clock), requeueAfter: LOOK_AGAIN_MS };
  }
  const type = status.type ?? seen.type!;
  if (typeof type !== "string") return failed(batch, processing, failure(type.code, `${type.path}: ${type.message}`), clock);
  return planModels({ batch, type, seen, status: { ...processing, type } }, clock);
}

interface Batch {
  batch: Resource<"AutoModel">;
  type: ModelType;
  seen: Seen;
  status: AutoModelStatus;
}

function planModels({ batch, type, seen, status }: Batch, clock: Clock): Plan<"AutoModel"> {
  const { limits } = batch.spec;
  const { members, settings } = seen;
  const nrow = rowsOf(seen.footing);
  const slots = [...possibleNames({ batch, type, nrow }).values()];
  const lines = linesOf(batch, members, slots);
  const startedAt = status.startedAt ?? firstMade(members) ?? isoTime(clock);
  const leftMs = Date.parse(startedAt) + 1000 * limits.seconds - clock.now();
  const running = lines.filter(({ phase }) => !isOver(phase));
  const over = isCancelled(batch) || leftMs <= 0;
  const progress: Progress = { batch, type, nrow, members, lines, settings, left: leftMs / (1000 * limits.seconds) };
  const room = Math.min(limits.parallel - running.length, limits.models - lines.length);
  const wanted = over ? [] : nextWanted(progress).slice(0, Math.max(0, room));
  const present: AutoModelStatus = { ...status, startedAt };
  if (running.length === 0 && wanted.length === 0) return finished({ batch, type, seen, status: present }, lines, clock);
  const actions = [
    ...(over ? running.flatMap(({ name }): Action[] => cancelAction(members.get(name))) : []),
    ...wanted.map((each): Action => ({ do: "create-model", model: newMember(batch, type, each) })),
  ];
  const made = wanted.map(({ slot }): AutoModelLine => ({ name: memberName(batch, slot), slot, phase: "init" }));
  const models = inOrder([...lines, ...made], type);
  const [best] = rankedLines(lines, type);
  return {
    actions,
    status: batchConditions(batch, { ...present, models, ...(best && { bestModel: best.name }) }, clock),
    requeueAfter: over ? LOOK_AGAIN_MS : Math.max(1, Math.min(LOOK_AGAIN_MS, leftMs)),
  };
}

/** The end: the best is told, combined models that brought nothing are dropped, and models are enabled as was asked for. */
function finished({ batch, type, seen, status }: Batch, all: AutoModelLine[], clock: Clock): Plan<"AutoModel"> {
  const lines = withoutVain(all, type);
  const ranked = rankedLines(lines, type);
  const [best] = ranked;
  const present: AutoModelStatus = { ...status, models: inOrder(lines, type) };
  if (!best) return failed(batch, present, whyNone(batch, lines, seen), clock);
  const { actions, outcome } = planEnabling(batch.spec.enabling, ranked, seen.members, seen);
  const leftOut = batch.spec.columns ? [] : (seen.leftOut.get(best.name) ?? []);
  const ended: AutoModelStatus = {
    ...present,
    phase: "fitting_finished",
    bestModel: best.name,
    finishedAt: isoTime(clock),
    ...(leftOut.length > 0 && { leftOut }),
  };
  return { actions, status: batchConditions(batch, ended, clock, outcome) };
}

/** A model of several is kept only if it is better than every single one. */
function withoutVain(lines: readonly AutoModelLine[], type: ModelType): AutoModelLine[] {
  const isCombined = ({ slot }: AutoModelLine) => slot.startsWith("m") || slot.startsWith("s");
  const single = lines.filter((line) => !isCombined(line));
  return lines.map((line) => (isCombined(line) && rankedLines([...single, line], type)[0] !== line ? { ...line, dropped: true } : line));
}

function whyNone(batch: Resource<"AutoModel">, lines: readonly AutoModelLine[], { members }: Seen): { reason: string; message: string } {
  if (isCancelled(batch)) return failure("Cancelled", "The batch was cancelled before any model was trained.");
  const told = lines.map(({ name }) => members.get(name)?.status).find((status) => status?.message && status.reason !== "Cancelled");
  if (told?.message) return failure("010802", told.message);
  return failure("010802", "No model was trained within the time limit. Raise it, or use fewer rows, columns or AUTO_MINIMUM.");
}

function failed(
  batch: Resource<"AutoModel">,
  status: AutoModelStatus,
  { reason, message }: { reason: string; message: string },
  clock: Clock,
): Plan<"AutoModel"> {
  const ended: AutoModelStatus = { ...status, phase: "fitting_fail", reason, message, finishedAt: isoTime(clock) };
  return { actions: [], status: batchConditions(batch, ended, clock) };
}

/** Trained ones first, by rank; the others in the order of their making. */
function inOrder(lines: readonly AutoModelLine[], type: ModelType): AutoModelLine[] {
  const ranked = rankedLines(lines, type);
  return [...ranked, ...lines.filter((line) => !ranked.includes(line))];
}

/** When the status that said so was lost, the models tell when the first of them was made. */
function firstMade(members: ReadonlyMap<string, Resource<"Model">>): string | undefined {
  return [...members.values()].map(({ metadata }) => new Date(metadata.creationTimestamp).toISOString()).sort()[0];
}

function rowsOf({ dataset }: Footing): number {
  return dataset?.status?.nrow ?? Number.POSITIVE_INFINITY;
}

function cancelAction(member: Resource<"Model"> | undefined): Action[] {
  if (!member || member.metadata.annotations?.[CANCEL_ANNOTATION] === "true") return [];
  return [{ do: "cancel-model", name: member.metadata.name, uid: member.metadata.uid }];
}

function dropActions({ models = [] }: AutoModelStatus, { members }: Seen): Action[] {
  return models.flatMap(({ name, dropped }): Action[] => {
    const member = dropped ? members.get(name) : undefined;
    return member && member.metadata.deletionTimestamp === undefined ? [{ do: "delete-model", name, uid: member.metadata.uid }] : [];
  });
}

export function isCancelled({ metadata }: Pick<Resource<"AutoModel">, "metadata">): boolean {
  return metadata.annotations?.[CANCEL_ANNOTATION] === "true";
}
