import type { ApiClient } from "@agatha/contracts/client";
import { type TrainingEnd, trainingEnd } from "@agatha/contracts/kinds/training-ends";
import type { AutoModelAnswer, CalculationAnswer, DatasetAnswer, EvaluationAnswer, ModelAnswer } from "@agatha/contracts/wire";
import type { Command } from "../command.js";
import { openSession } from "../session-file.js";
import { alignRows, printJson } from "./output.js";

type WorkState = "running" | "waiting" | TrainingEnd;

/** Work that runs, waits, has failed, was stopped by a time limit or cancelled by somebody. */
interface Work {
  state: WorkState;
  kind: "dataset" | "model" | "automodel" | "evaluation" | "calculation";
  id: string;
  title: string;
  /** Share that is done, from 0 to 1, of work that runs. */
  progress?: number;
  /** The reason why it waits or has ended. */
  reason?: string;
  since: string;
}

/** Ended work of each state that the screen shows, the newest first. */
const SHOWN_ENDED = 10;
const HEADINGS = {
  running: "Running",
  waiting: "Waiting",
  failed: "Failed",
  stopped: "Stopped",
  cancelled: "Cancelled",
} as const satisfies Record<WorkState, string>;

export const status: Command = {
  operands: [],
  description: "Shows what runs, what waits and for what, and what has failed and why, and what was stopped or cancelled",
  options: { json: { description: "Prints one JSON document with all of it instead of a screen" } },
  async run({ flags }, context) {
    const { api } = await openSession(context);
    const work = await allWork(api);
    if (flags.has("json")) return printJson(context, work);
    const counts = Object.entries(HEADINGS).map(([state, heading]) => `${heading.toLowerCase()} ${work[state as WorkState].length}`);
    context.stdout.write(`${counts.join(", ")}\n`);
    for (const [state, heading] of Object.entries(HEADINGS)) {
      const found = work[state as WorkState];
      const shown = state !== "running" && state !== "waiting" ? found.slice(0, SHOWN_ENDED) : found;
      if (found.length > 0) context.stdout.write(`\n${heading}\n${table(shown)}\n`);
      if (shown.length < found.length) context.stdout.write(`  … and ${found.length - shown.length} more: agatha status --json\n`);
    }
  },
};

async function allWork(api: ApiClient): Promise<Record<WorkState, Work[]>> {
  const [datasets, models, autoModels, evaluations, calculations] = await Promise.all([
    api.datasets(),
    api.allModels(),
    api.allAutoModels(),
    api.allEvaluations(),
    api.allCalculations(),
  ]);
  const titles = new Map([...datasets, ...models].map(({ id, title }) => [id, title]));
  const titleOf = (id: string): string => titles.get(id) ?? id;
  const found = [
    ...datasets.map(datasetWork),
    ...models.map(modelWork),
    ...autoModels.map(autoModelWork),
    ...evaluations.map((one) => evaluationWork(one, titleOf(one.dataset_id))),
    ...calculations.map((one) => calculationWork(one, titleOf(one.model_id))),
  ].filter((work) => work !== undefined);
  const inState = (state: WorkState): Work[] => found.filter((work) => work.state === state).sort((a, b) => b.since.localeCompare(a.since));
  return {
    running: inState("running"),
    waiting: inState("waiting"),
    failed: inState("failed"),
    stopped: inState("stopped"),
    cancelled: inState("cancelled"),
  };
}

type Progress = Pick<DatasetAnswer, "progress" | "reason" | "message">;

/** Returns the work with its state in words; undefined for work that is done. */
function workOf(of: Omit<Work, "state">, state: WorkState | undefined, { progress, reason, message }: Progress): Work | undefined {
  if (state === undefined) return undefined;
  if (state === "running") return { state, ...of, progress };
  const why = message ?? reason;
  return { state, ...of, ...(why !== null && { reason: why }) };
}

/** Returns the state of a training with this status; undefined for one that is done. */
function trainingState(
  status: string,
  reason: string | null,
  running: readonly string[],
  waiting?: readonly string[],
): WorkState | undefined {
  const state = stateOf(status, running, waiting);
  return state === "failed" ? trainingEnd(reason) : state;
}

/** Returns the state of work with this status; undefined for work that is done or waits for its user. */
function stateOf(status: string, running: readonly string[], waiting: readonly string[] = []): WorkState | undefined {
  if (status === "fail" || status.endsWith("_fail")) return "failed";
  if (running.includes(status)) return "running";
  return waiting.includes(status) ? "waiting" : undefined;
}

function datasetWork(dataset: DatasetAnswer): Work | undefined {
  const { id, title, created_at: since } = dataset;
  const state = stateOf(dataset.status, ["uploading", "preprocess", "preprocess_finish", "evaluating"], ["init"]);
  return workOf({ kind: "dataset", id, title, since }, state, dataset);
}

function modelWork(model: ModelAnswer): Work | undefined {
  const { id, title, queued } = model;
  const of = { kind: "model", id, title, since: model.finished_at ?? model.started_at ?? model.model_created_at } as const;
  if (queued) return { ...of, state: "waiting", since: queued.since, reason: queued.message };
  return workOf(of, trainingState(model.status, model.reason, ["fitting"], ["init"]), model);
}

function autoModelWork(auto: AutoModelAnswer): Work | undefined {
  const { models, dataset_title, response, reason, message, created_at: since, id } = auto;
  const ended = models.filter(({ status: of }) => of !== "init" && of !== "fitting").length;
  const progress = models.length === 0 ? 0 : ended / models.length;
  const title = response === null ? dataset_title : `${dataset_title}: ${response}`;
  return workOf({ kind: "automodel", id, title, since }, trainingState(auto.status, reason, ["fitting_processing"]), {
    progress,
    reason,
    message,
  });
}

function evaluationWork(evaluation: EvaluationAnswer, title: string): Work | undefined {
  const { id, created_at: since } = evaluation;
  return workOf({ kind: "evaluation", id, title, since }, stateOf(evaluation.status, ["evaluating"]), evaluation);
}

function calculationWork(calculation: CalculationAnswer, title: string): Work | undefined {
  const { id, type, created_at: since } = calculation;
  return workOf({ kind: "calculation", id, title: `${title}: ${type}`, since }, stateOf(calculation.status, ["is_processed"]), calculation);
}

/** Returns the work as lines with aligned columns. */
function table(work: readonly Work[]): string {
  return alignRows(
    work.map(({ kind, title, id, progress, reason, since }) => [
      kind,
      title,
      id,
      since.slice(0, 16).replace("T", " "),
      progress === undefined ? (reason ?? "") : `${Math.round(100 * progress)} %`,
    ]),
  );
}
