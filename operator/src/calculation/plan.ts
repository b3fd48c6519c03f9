import { type CalculationStatus, type Clock, isoTime, type Resource } from "@agatha/contracts";
import type { Action, Limits, Plan } from "../work/action.js";
import type { Attempts } from "../work/attempts.js";
import { fingerprintOf, taskStem } from "../work/fingerprint.js";
import { metadataActions } from "../work/metadata.js";
import { actionsOf, LOOK_AGAIN_MS } from "../work/moves.js";
import { type Move, nextMove } from "../work/next-move.js";
import { failure, retryMessage } from "../work/report.js";
import { calculationConditions } from "./conditions.js";
import { type Asked, inputOf } from "./input.js";

/** What a calculation may use. */
export const CALCULATION_LIMITS: Limits = { memoryMiB: 1024, cpus: 1, deadlineSeconds: 3600 };

type Calculation = Resource<"Calculation">;
type Step = "predict" | "optimize";

/** Pure: what the names of the attempts begin with; none when the calculation has ended. What it works from never changes. */
export function calculationStem(calculation: Calculation): string | undefined {
  if (hasEnded(calculation)) return undefined;
  return taskStem(calculation, stepOf(calculation), fingerprintOf(calculation.spec.modelRef));
}

/** Pure: milliseconds until a calculation that has ended is to be deleted; none while it is at work. */
export function expiresIn(calculation: Calculation, now: number): number | undefined {
  const { finishedAt } = calculation.status ?? {};
  if (!hasEnded(calculation) || finishedAt === undefined) return undefined;
  return Math.max(0, Date.parse(finishedAt) + calculation.spec.ttlSecondsAfterFinished * 1000 - now);
}

/** Pure: what is to be done, and the status that says so. */
export function planCalculation(calculation: Calculation, asked: Asked, attempts: Attempts, clock: Clock): Plan<"Calculation"> {
  const stem = calculationStem(calculation);
  const upkeep = [...metadataActions(calculation, asked.model), ...sweepActions(calculation, attempts)];
  const before: CalculationStatus = { ...calculation.status, observedGeneration: calculation.metadata.generation };
  const next = stem === undefined ? { actions: [], status: before } : advance({ calculation, asked, attempts, stem }, before, clock);
  const status = calculationConditions(calculation, next.status, clock);
  return {
    actions: [...upkeep, ...next.actions],
    status,
    requeueAfter: next.requeueAfter ?? expiresIn({ ...calculation, status }, clock.now()),
  };
}

interface Work {
  calculation: Calculation;
  asked: Asked;
  attempts: Attempts;
  stem: string;
}

function advance({ calculation, asked, attempts, stem }: Work, before: CalculationStatus, clock: Clock): Plan<"Calculation"> {
  const { reason: _reason, message: _message, ...status } = before;
  const move = nextMove(stepOf(calculation), attempts.latest, clock.now());
  const input = inputOf(calculation, asked);
  if (move.do === "start" && input.is === "waiting") {
    return { actions: [], status: { ...status, phase: "is_processed" }, requeueAfter: LOOK_AGAIN_MS };
  }
  if (move.do === "start" && input.is === "failed") {
    return { actions: [], status: { ...status, phase: "fail", finishedAt: isoTime(clock), ...failure(input.reason, input.message) } };
  }
  const id = `${stem}${move.number}`;
  const work = actionsOf(move, id, CALCULATION_LIMITS, () => {
    if (input.is !== "ready") throw new Error("a task is started only when its input is ready");
    return { at: isoTime(clock), input: input.input };
  });
  return { ...work, status: statusAfter({ ...status, attempts: move.number }, move, id) };
}

function statusAfter(status: CalculationStatus, move: Move<Step>, id: string): CalculationStatus {
  if (move.do === "finish") {
    const { task: _task, ...rest } = status;
    return { ...rest, phase: "success", finishedAt: move.finishedAt, result: move.output.result.key, rows: move.output.rows };
  }
  if (move.do === "fail") {
    const { task: _task, ...rest } = status;
    return { ...rest, phase: "fail", finishedAt: move.finishedAt, ...failure(move.reason, move.message) };
  }
  const working: CalculationStatus = { ...status, phase: "is_processed", task: id };
  return move.do === "pause" ? { ...working, message: retryMessage(move) } : working;
}

function hasEnded({ status }: Calculation): boolean {
  return status?.phase === "success" || status?.phase === "fail";
}

function stepOf({ spec }: Calculation): Step {
  return spec.type === "batch" ? "predict" : "optimize";
}

function sweepActions({ status }: Calculation, { latest, leftovers }: Attempts): Action[] {
  if (leftovers.length === 0) return [];
  const objects = [...(status?.result ? [status.result] : []), ...(latest ? [latest.task.outputPrefix] : [])];
  return [{ do: "sweep", tasks: leftovers.map(({ id }) => id), keep: { objects, documents: latest ? [latest.task.id] : [] } }];
}
