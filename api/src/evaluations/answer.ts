import {
  type EvaluationModelStatus,
  type EvaluationPhase,
  isMarkedDeleted,
  type ModelEvaluation,
  type Resource,
  thresholdChoiceFor,
  titleOf,
} from "@agatha/contracts";
import type { DatasetRole, EvaluationAnswer, EvaluationByModelAnswer } from "@agatha/contracts/wire";
import { algorithmsOf } from "../models/answer.js";
import { choiceAtMaxFpr, currentLines, type EvaluatedModels, findResult } from "./results.js";

type Evaluation = Resource<"Evaluation">;

/** Data of an evaluation's answer, in addition to the evaluation itself. */
export interface EvaluationContext {
  /** Models by name, also deleted ones while they can be restored. */
  models: ReadonlyMap<string, Resource<"Model">>;
  /** Datasets of the test rows and of the models by name. */
  datasets: ReadonlyMap<string, Resource<"Dataset">>;
  results: EvaluatedModels;
  /** Progress of the running task, from 0 to 1. */
  taskProgress: number;
  /** Limit on contamination for the metrics, instead of the evaluation's own. */
  maxFpr: number | undefined;
}

/** Share of the progress for parsing the test file. */
const PARSING_SHARE = 0.3;

/** Returns true if the status describes an older spec than the present one. */
export function isStale({ metadata, status }: Evaluation): boolean {
  return status?.observedGeneration !== metadata.generation;
}

/** Returns the phase that the operator reported for the present spec; before it has, the phase that the spec implies. */
export function phaseOf(evaluation: Evaluation): EvaluationPhase {
  const { spec, status } = evaluation;
  if (!isStale(evaluation)) return status?.phase ?? "init";
  if (spec.testData === undefined && spec.testDataset === undefined) return "init";
  return spec.suspend ? "prepare_upload_finish" : "evaluating";
}

/**
 * Returns a comparison as the API answers it to a user of this role. Figures follow `maxFpr` where the models are outlier
 * detectors.
 */
export function evaluationAnswer(evaluation: Evaluation, role: DatasetRole, context: EvaluationContext): EvaluationAnswer {
  const { metadata, spec, status } = evaluation;
  const failure = isStale(evaluation) ? undefined : status;
  const testDataset = context.datasets.get(spec.testDataset ?? "");
  const first = spec.models.flatMap((name) => context.models.get(name) ?? [])[0];
  return {
    id: metadata.name,
    dataset_id: spec.datasetRef,
    owner_id: spec.owner,
    role,
    status: phaseOf(evaluation),
    progress: progressOf(evaluation, context.taskProgress),
    reason: failure?.reason ?? null,
    message: failure?.message ?? null,
    fault: failure?.fault ?? null,
    model_type: first?.spec.type ?? null,
    response: spec.response ?? first?.spec.response ?? first?.spec.semilabel ?? null,
    model_id_list: spec.models,
    use_extraction: spec.useExtraction,
    max_fpr: effectiveMaxFpr(evaluation, context) ?? null,
    test_file: spec.testData?.fileName ?? null,
    test_dataset_id: spec.testDataset ?? null,
    test_dataset_title: testDataset ? titleOf(testDataset) : null,
    test_rows: inputRowCount(evaluation),
    evaluation_bymodel: modelAnswers(evaluation, context),
    created_at: new Date(metadata.creationTimestamp).toISOString(),
  };
}

/** Returns the number of rows of the last uploaded file, or null if its evaluation has not started. */
function inputRowCount(evaluation: Evaluation): number | null {
  return phaseOf(evaluation) === "prepare_upload_finish" ? null : (evaluation.status?.table?.totalRows ?? null);
}

function progressOf(evaluation: Evaluation, fraction: number): number {
  const phase = phaseOf(evaluation);
  if (phase === "init" || phase === "prepare_upload_finish") return 0;
  if (phase !== "evaluating") return 1;
  const parsed = evaluation.spec.testData === undefined || evaluation.status?.table !== undefined;
  return Number((parsed ? PARSING_SHARE + (1 - PARSING_SHARE) * fraction : PARSING_SHARE * fraction).toFixed(4));
}

function effectiveMaxFpr({ spec }: Evaluation, { maxFpr }: Pick<EvaluationContext, "maxFpr">): number | undefined {
  return maxFpr ?? spec.maxFpr;
}

/** Returns the model's dataset, and whether the model can still be opened. */
function modelPlace(
  model: Resource<"Model"> | undefined,
  { datasets }: EvaluationContext,
): Pick<EvaluationByModelAnswer, "model_deleted" | "dataset_id" | "dataset_title"> {
  if (!model) return { model_deleted: true, dataset_id: null, dataset_title: null };
  const dataset = datasets.get(model.spec.datasetRef);
  return {
    model_deleted: isMarkedDeleted(model) || (dataset !== undefined && isMarkedDeleted(dataset)),
    dataset_id: model.spec.datasetRef,
    dataset_title: dataset ? titleOf(dataset) : null,
  };
}

/** Returns an answer for each model of the list, in its order. */
export function modelAnswers(evaluation: Evaluation, context: EvaluationContext): EvaluationByModelAnswer[] {
  const lines = new Map(currentLines(evaluation).map((line) => [line.name, line]));
  const maxFpr = effectiveMaxFpr(evaluation, context);
  return evaluation.spec.models.map((name) => modelAnswerOf(name, lines.get(name), { ...context, maxFpr }));
}

type Figures = Pick<
  EvaluationByModelAnswer,
  | "indicators"
  | "intervals"
  | "class_intervals"
  | "drawn"
  | "baseline"
  | "baseline_intervals"
  | "baseline_differences"
  | "threshold"
  | "rows"
  | "known"
>;

/**
 * Returns what is known of the test rows, with the figures of the new ones under another limit on contamination, if one is chosen.
 * They are left out where only those of the model's own threshold were computed.
 */
function knownAt(
  { new_rows, ...counts }: NonNullable<ModelEvaluation["known"]>,
  maxFpr: number | undefined,
): EvaluationByModelAnswer["known"] {
  if (!new_rows) return counts;
  const { choices, ...own } = new_rows;
  if (maxFpr === undefined || own.rows === 0) return { ...counts, new_rows: own };
  const choice = thresholdChoiceFor(choices ?? [], maxFpr);
  return choice ? { ...counts, new_rows: { ...own, indicators: choice.indicators, intervals: choice.intervals ?? {} } } : counts;
}

/** Returns the figures of a model: those under another limit on contamination, if one is chosen. */
function figuresOf(found: ModelEvaluation | undefined, maxFpr: number | undefined, line: EvaluationModelStatus | undefined): Figures {
  const choice = choiceAtMaxFpr(found, maxFpr);
  return {
    indicators: choice?.indicators ?? found?.indicators ?? line?.indicators ?? {},
    intervals: (choice ?? found)?.intervals ?? {},
    class_intervals: found?.class_intervals ?? {},
    drawn: found?.drawn ?? null,
    baseline: found?.baseline ?? null,
    baseline_intervals: found?.baseline_intervals ?? {},
    baseline_differences: found?.baseline_differences,
    threshold: choice?.threshold ?? found?.threshold ?? null,
    rows: found?.rows ?? null,
    known: found?.known ? knownAt(found.known, choice && maxFpr) : null,
  };
}

function modelAnswerOf(name: string, line: EvaluationModelStatus | undefined, context: EvaluationContext): EvaluationByModelAnswer {
  const model = context.models.get(name);
  const found = line && findResult(context.results, line);
  return {
    id: name,
    model_id: name,
    ...modelPlace(model, context),
    model_name: model?.spec.displayName ?? name,
    model_title: model ? titleOf(model) : name,
    model_type: model?.spec.type ?? null,
    algorithms: model ? algorithmsOf(model) : [],
    status: !line ? "waiting" : line.reason === undefined ? "success" : "fail",
    ...figuresOf(found, context.maxFpr, line),
    warnings: found?.warnings ?? [],
    reason: line?.reason ?? null,
    message: line?.message ?? null,
  };
}
