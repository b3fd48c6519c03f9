import {
  ERRORS,
  type EvaluationModelStatus,
  type EvaluationResultDocument,
  isMarkedDeleted,
  type Resource,
  type TaskInput,
  thresholdChoiceFor,
} from "@agatha/contracts";
import { fingerprintOf } from "@agatha/contracts/tasks/fingerprint";
import { isRetryRequested } from "../tasks/retries.js";

type Evaluation = Resource<"Evaluation">;

/** A model whose predictions of the test rows are pending. */
interface PendingEvaluation {
  /** Changes with the test table, with the training of the model and with its decision. */
  fingerprint: string;
  task: Extract<TaskInput, { kind: "evaluate" }>["models"][number];
}

export interface EvaluationLines {
  /** Known results: figures, or why there are none. */
  completed: EvaluationModelStatus[];
  pending: PendingEvaluation[];
  /** True if a model is still in training. */
  waitingForTraining: boolean;
}

/** Returns the known results and the pending models of the list, for the test table with this fingerprint. Pure function. */
export function evaluationLines(evaluation: Evaluation, models: ReadonlyMap<string, Resource<"Model">>, test: string): EvaluationLines {
  const { spec, status } = evaluation;
  const known = (status?.models ?? []).filter(({ reason }) => reason === undefined || !isRetryRequested(evaluation));
  const lines: EvaluationLines = { completed: [], pending: [], waitingForTraining: false };
  for (const name of new Set(spec.models)) {
    const model = models.get(name);
    const state = modelState(model, name, test);
    if (state.is === "failed") lines.completed.push(state.line);
    else if (state.is === "waiting") lines.waitingForTraining = true;
    else {
      const actual = spec.response ?? model?.spec.response ?? model?.spec.semilabel;
      const decision = model?.spec.decision;
      const fingerprint = fingerprintOf([test, state.sha256, actual, ...(decision ? [decision] : [])]);
      const before = known.find((line) => line.name === name && line.fingerprint === fingerprint);
      if (before) lines.completed.push(before);
      else if (model && isMarkedDeleted(model))
        lines.completed.push(
          deletedLine(name, fingerprint, ERRORS.modelNotFound, "The model was deleted. Undo that, or take it off the list."),
        );
      else {
        const { artifact, info } = state;
        lines.pending.push({ fingerprint, task: { name, artifact, info, actual, timeSeries: model?.spec.timeSeries, decision } });
      }
    }
  }
  return lines;
}

/**
 * Returns the entry of a deleted model without results; existing results stay. Its fingerprint differs, so that a restore
 * evaluates the model.
 */
function deletedLine(name: string, fingerprint: string, reason: string, message: string): EvaluationModelStatus {
  return { name, fingerprint: fingerprintOf([fingerprint, reason]), reason, message };
}

/** Returns the entries if the dataset with the test rows was deleted. Pure function. */
export function withoutEvaluationInput({ completed, pending }: EvaluationLines): EvaluationLines {
  const message = "The dataset with the test rows was deleted. Undo that, or choose another one.";
  const lines = pending.map(({ fingerprint, task }) => deletedLine(task.name, fingerprint, ERRORS.datasetNotFound, message));
  return { completed: [...completed, ...lines], pending: [], waitingForTraining: false };
}

type ModelState =
  | { is: "trained"; artifact: string; sha256: string; info: string }
  | { is: "waiting" }
  | { is: "failed"; line: EvaluationModelStatus };

function modelState(model: Resource<"Model"> | undefined, name: string, test: string): ModelState {
  const failed = (reason: string, message: string): ModelState => ({
    is: "failed",
    line: { name, fingerprint: fingerprintOf([test, reason]), reason, message },
  });
  if (!model || model.metadata.deletionTimestamp) return failed(ERRORS.modelNotFound, "The model is gone. Take it off the list.");
  const { phase, artifact } = model.status ?? {};
  if (phase === "fitting_fail" || phase === "fail")
    return failed(ERRORS.modelNotTrained, "The model was not trained. Take it off the list.");
  if (phase !== "success" || !artifact) return { is: "waiting" };
  return { is: "trained", artifact: artifact.key, sha256: artifact.sha256, info: artifact.info };
}

/** Returns the entries with the figures for this limit. `results` are the documents of entries that may have others. Pure function. */
export function withMaxFpr(
  lines: readonly EvaluationModelStatus[],
  maxFpr: number | undefined,
  results: ReadonlyMap<string, EvaluationResultDocument>,
): EvaluationModelStatus[] {
  return lines.map((line) => {
    const found = results.get(line.document ?? "")?.models[line.name];
    if (!found) return line;
    const choice = maxFpr === undefined ? undefined : thresholdChoiceFor(found.choices ?? [], maxFpr);
    return { ...line, indicators: choice?.indicators ?? found.indicators };
  });
}
