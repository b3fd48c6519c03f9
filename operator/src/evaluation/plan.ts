import {
  type Clock,
  type EvaluationLine,
  type EvaluationResultDocument,
  type EvaluationStatus,
  isGone,
  isoTime,
  type Resource,
  type TableColumn,
  type TaskInput,
} from "@agatha/contracts";
import { DATASET_LIMITS } from "../dataset/plan.js";
import type { Action, Limits, Plan } from "../work/action.js";
import type { Attempts } from "../work/attempts.js";
import { fingerprintOf, taskStem } from "../work/fingerprint.js";
import { metadataActions } from "../work/metadata.js";
import { actionsOf, LOOK_AGAIN_MS } from "../work/moves.js";
import { type Move, nextMove } from "../work/next-move.js";
import { failure, retryMessage } from "../work/report.js";
import { evaluationConditions } from "./conditions.js";
import { type Lines, linesOf, withLimit, withoutTestRows } from "./lines.js";
import { type Around, readings, type TestTable, testTableOf } from "./test-table.js";

type Evaluation = Resource<"Evaluation">;
type Step = "ingest" | "evaluate";

/** What a comparison may use: the models answer one after the other. */
export const EVALUATION_LIMITS: Limits = { memoryMiB: 1024, cpus: 1, deadlineSeconds: 3600 };

/** A line has room for so much. */
const LINE_MESSAGE_LENGTH = 256;

export interface EvaluationNeed {
  test: TestTable;
  lines: Lines;
  due: { kind: Step; stem: string } | undefined;
}

/** Pure: what is due, before anything else was looked at. */
export function evaluationNeed(evaluation: Evaluation, around: Around): EvaluationNeed {
  if (isOnHold(around)) return { test: { is: "waiting" }, lines: NO_LINES, due: undefined };
  const test = testTableOf(evaluation, around);
  const all = test.is === "ready" ? linesOf(evaluation, around.models, test.fingerprint) : NO_LINES;
  const lines = around.testDataset && isGone(around.testDataset) ? withoutTestRows(all) : all;
  const due = (kind: Step, fingerprint: string): EvaluationNeed => ({
    test,
    lines,
    due: { kind, stem: taskStem(evaluation, kind, fingerprint) },
  });
  if (evaluation.spec.suspend) return { test, lines, due: undefined };
  if (test.is === "unparsed" && evaluation.status?.failed !== test.fingerprint) return due("ingest", test.fingerprint);
  if (lines.pending.length > 0)
    return due("evaluate", fingerprintOf(lines.pending.map(({ fingerprint, task }) => [task.name, fingerprint])));
  return { test, lines, due: undefined };
}

const NO_LINES: Lines = { known: [], pending: [], waiting: false };

/** With its dataset an evaluation is gone for everybody, until that is undone: it stays as it is, and nothing is worked on for it. */
function isOnHold({ dataset }: Around): boolean {
  return dataset !== undefined && isGone(dataset) && dataset.metadata.deletionTimestamp === undefined;
}

/** What was looked at for a plan. */
export interface Observed {
  attempts: Attempts;
  /** Columns of the training data; undefined when they cannot be told at present. */
  training: readonly TableColumn[] | undefined;
  /** Documents of lines whose figures may be for another limit. */
  results: ReadonlyMap<string, EvaluationResultDocument>;
}

/** Pure: what is to be done, and the status that says so. */
export function planEvaluation(evaluation: Evaluation, around: Around, observed: Observed, clock: Clock): Plan<"Evaluation"> {
  const need = evaluationNeed(evaluation, around);
  const upkeep = [...metadataActions(evaluation, around.dataset), ...sweepActions(evaluation, observed.attempts)];
  if (isOnHold(around)) return { actions: upkeep, status: evaluation.status ?? {} };
  const next = advance({ evaluation, need, observed }, clock);
  const { models, ...status } = next.status;
  const limited = models && withLimit(models, evaluation.spec.maxFpr, observed.results);
  return {
    actions: [...upkeep, ...next.actions],
    status: evaluationConditions(evaluation, { ...status, models: limited, maxFpr: evaluation.spec.maxFpr }, clock),
    requeueAfter: next.requeueAfter,
  };
}

interface Work {
  evaluation: Evaluation;
  need: EvaluationNeed;
  observed: Observed;
}

function advance({ evaluation, need, observed }: Work, clock: Clock): Plan<"Evaluation"> {
  const { test, lines, due } = need;
  const base = baseStatus(evaluation, need);
  if (!due) return { actions: [], ...atRest(evaluation, need, base) };
  const move = nextMove(due.kind, observed.attempts.latest, clock.now());
  const input = inputOf(evaluation, need, observed.training);
  if (move.do === "start" && !input) return { actions: [], status: { ...base, phase: "evaluating" }, requeueAfter: LOOK_AGAIN_MS };
  const id = `${due.stem}${move.number}`;
  const work = actionsOf(move, id, due.kind === "ingest" ? DATASET_LIMITS : EVALUATION_LIMITS, () => {
    if (!input) throw new Error("a task is started only when its input is ready");
    return { at: isoTime(clock), input };
  });
  if (move.do === "finish" && test.is === "unparsed" && "table" in move.output) {
    const { table, document, summary } = move.output;
    const { key, sha256 } = table;
    const parsed = { key, sha256, document, totalRows: summary.totalRows, fingerprint: test.fingerprint };
    return { ...work, status: { ...base, phase: "evaluating", table: parsed } };
  }
  if (move.do === "finish" && "models" in move.output) {
    const found = finishedLines(lines, move.output);
    return { ...work, ...settled(evaluation, { ...lines, known: found, pending: [] }, base) };
  }
  if (move.do === "fail") return { ...work, ...failed({ evaluation, need, observed }, move, base) };
  const working: EvaluationStatus = { ...base, phase: "evaluating", task: id, attempts: move.number };
  return { ...work, status: move.do === "pause" ? { ...working, message: retryMessage(move) } : working };
}

/** Without what an earlier step has left. The lines are those that are known. */
function baseStatus({ metadata, spec, status }: Evaluation, { test, lines }: EvaluationNeed): EvaluationStatus {
  const { table, failed, conditions } = status ?? {};
  return {
    observedGeneration: metadata.generation,
    ...(spec.testData && table && test.is !== "unparsed" && { table }),
    ...(failed !== undefined && test.is === "unparsed" && test.fingerprint === failed && { failed }),
    models: inOrder(spec.models, lines.known),
    ...(conditions && { conditions }),
  };
}

function inOrder(names: readonly string[], lines: readonly EvaluationLine[]): EvaluationLine[] {
  return [...lines].sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
}

type Rest = Pick<Plan<"Evaluation">, "status" | "requeueAfter">;

/** Where there is nothing to do at present. */
function atRest(evaluation: Evaluation, { test, lines }: EvaluationNeed, base: EvaluationStatus): Rest {
  if (test.is === "none") return { status: { ...base, phase: "init" } };
  if (evaluation.spec.suspend) return { status: { ...base, phase: "prepare_upload_finish" } };
  if (test.is === "failed") return { status: { ...base, phase: "evaluating_fail", ...failure(test.reason, test.message) } };
  if (test.is === "unparsed") {
    const { reason = "010704", message = "" } = evaluation.status ?? {};
    return { status: { ...base, phase: "evaluating_fail", reason, message } };
  }
  if (test.is === "waiting") return { status: { ...base, phase: "evaluating" }, requeueAfter: LOOK_AGAIN_MS };
  return settled(evaluation, lines, base);
}

/** After all that could be found out was: finished if any model could be evaluated, failed for the first one's reason if none. */
function settled({ spec }: Evaluation, { known, waiting }: Lines, base: EvaluationStatus): Rest {
  const models = inOrder(spec.models, known);
  if (waiting) return { status: { ...base, models, phase: "evaluating" }, requeueAfter: LOOK_AGAIN_MS };
  if (models.some(({ reason }) => reason === undefined)) return { status: { ...base, models, phase: "evaluating_finish" } };
  const { reason = "010704", message = "" } = models[0] ?? {};
  const phase = reason === "010703" ? "semilabel_check_fail" : "evaluating_fail";
  return { status: { ...base, models, phase, ...failure(reason, message) } };
}

function finishedLines(
  { known, pending }: Lines,
  output: Extract<Extract<Move<Step>, { do: "finish" }>["output"], { models: unknown }>,
): EvaluationLine[] {
  const fresh = output.models.flatMap((line): EvaluationLine[] => {
    const asked = pending.find(({ task }) => task.name === line.name);
    if (!asked) return [];
    return [{ ...line, fingerprint: asked.fingerprint, ...(line.reason === undefined && { document: output.document }) }];
  });
  return [...known, ...fresh];
}

/** A file that cannot be parsed is not tried again; neither are models that could not be asked. */
function failed({ evaluation, need }: Work, move: Extract<Move<Step>, { do: "fail" }>, base: EvaluationStatus): Rest {
  const why = failure(move.reason, move.message);
  if (need.test.is === "unparsed") {
    return { status: { ...base, phase: "evaluating_fail", failed: need.test.fingerprint, ...why } };
  }
  const message = why.message.slice(0, LINE_MESSAGE_LENGTH);
  const broken = need.lines.pending.map(({ fingerprint, task }) => ({ name: task.name, fingerprint, reason: why.reason, message }));
  return settled(evaluation, { ...need.lines, known: [...need.lines.known, ...broken], pending: [] }, base);
}

function inputOf({ spec }: Evaluation, { test, lines }: EvaluationNeed, training: Observed["training"]): TaskInput | undefined {
  if (test.is === "unparsed" && spec.testData && training) {
    const { timezone, productType, columns } = test.dataset.spec;
    return { kind: "ingest", source: spec.testData, timezone, productType, columns: readings(columns, training), columnsMayLack: true };
  }
  if (test.is !== "ready") return undefined;
  const { key: table, document: tableDocument, sampling, trainingDocument, timezone, extraction } = test;
  const models = lines.pending.map(({ task }) => task);
  return { kind: "evaluate", table, tableDocument, sampling, timezone, trainingDocument, models, extraction };
}

/** What the status refers to, and what a running task is putting out, stay. */
function sweepActions({ status }: Evaluation, { latest, leftovers }: Attempts): Action[] {
  if (leftovers.length === 0) return [];
  const { table, models = [] } = status ?? {};
  const objects = models.flatMap(({ result }) => (result === undefined ? [] : [result]));
  const documents = models.flatMap(({ document }) => (document === undefined ? [] : [document]));
  return [
    {
      do: "sweep",
      tasks: leftovers.map(({ id }) => id),
      keep: {
        objects: [...objects, ...(table ? [table.key] : []), ...(latest ? [latest.task.outputPrefix] : [])],
        documents: [...documents, ...(table ? [table.document] : []), ...(latest ? [latest.task.id] : [])],
      },
    },
  ];
}
