import { ERRORS, effectiveSampling, isMarkedDeleted, type Resource, type TaskInput } from "@agatha/contracts";
import type { WaitingReason } from "../status/condition-messages.js";

/** Current objects that the calculation refers to. */
export interface ResolvedReferences {
  model: Resource<"Model"> | undefined;
  dataset: Resource<"Dataset"> | undefined;
}

/** Input of a calculation's task, or why there is none. */
export type CalculationInput =
  | { is: "ready"; input: TaskInput }
  | ({ is: "waiting" } & WaitingReason)
  | { is: "failed"; reason: string; message: string };

/** Returns the input. A calculation waits for its model to be trained and its dataset to be parsed. Pure function. */
export function calculationInput({ spec }: Resource<"Calculation">, { model, dataset }: ResolvedReferences): CalculationInput {
  if (!model) return waiting("ModelNotFound", `There is no Model ${spec.modelRef}. The calculation begins once it is there.`);
  if (isMarkedDeleted(model)) return failedInput(ERRORS.modelNotFound, "The model is gone. Ask another one.");
  const { phase, artifact, message = "" } = model.status ?? {};
  if (phase === "fitting_fail" || phase === "fail")
    return failedInput(ERRORS.modelNotTrained, `The model could not be trained. ${message}`.trim());
  if (phase !== "success" || !artifact) return waiting("ModelNotReady", "The model has to be trained first.");
  if (spec.type === "optimization") {
    const { optimization: request } = spec;
    // A calculation stored before the schema required a request.
    if (!request) return failedInput(ERRORS.badRequest, "The calculation does not say what is sought. Ask anew.");
    return { is: "ready", input: { kind: "optimize", model: artifact.key, request } };
  }
  if (spec.rows !== undefined) {
    return { is: "ready", input: { kind: "predict", model: artifact.key, decision: model.spec.decision, rows: { records: spec.rows } } };
  }
  // A calculation stored before the schema required its rows.
  if (spec.datasetRef === undefined)
    return failedInput(ERRORS.datasetNotFound, "The calculation does not say whose rows are predicted. Ask anew.");
  if (!dataset) return waiting("DatasetNotFound", `There is no Dataset ${spec.datasetRef}. The calculation begins once it is there.`);
  if (isMarkedDeleted(dataset)) return failedInput(ERRORS.datasetNotFound, "The dataset is gone. Upload it again, and ask anew.");
  return datasetInput(spec, { model, artifact: artifact.key, dataset });
}

type PredictRows = Extract<TaskInput, { kind: "predict" }>["rows"];

/** Returns the input of a prediction of a dataset's rows. */
function datasetInput(
  spec: Resource<"Calculation">["spec"],
  { model, artifact, dataset }: { model: Resource<"Model">; artifact: string; dataset: Resource<"Dataset"> },
): CalculationInput {
  const { table, totalRows = 0, ...status } = dataset.status ?? {};
  if (status.phase === "preprocess_fail")
    return failedInput(status.reason ?? ERRORS.datasetUploadFailed, `The dataset could not be read. ${status.message ?? ""}`.trim());
  if (!table || status.observedGeneration !== dataset.metadata.generation)
    return waiting("DatasetNotReady", "The dataset has to be ready first.");
  const { timeSeries, response, decision } = model.spec;
  const { timezone } = dataset.spec;
  const rows: PredictRows = {
    table: table.key,
    tableDocument: table.document,
    sampling: effectiveSampling(dataset.spec, totalRows),
    extraction: spec.extraction === undefined ? undefined : { id: spec.extraction, timezone },
    series: timeSeries && response !== undefined ? { ...timeSeries, response, timezone } : undefined,
  };
  return { is: "ready", input: { kind: "predict", model: artifact, decision, rows } };
}

const waiting = (reason: string, message: string): CalculationInput => ({ is: "waiting", reason, message });
const failedInput = (reason: string, message: string): CalculationInput => ({ is: "failed", reason, message });
