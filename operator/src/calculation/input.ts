import {
  ERRORS,
  isMarkedDeleted,
  type OptimizationRequest,
  otherModels,
  type Resource,
  samplingForBatch,
  type TaskInput,
  tableForSampling,
} from "@agatha/contracts";
import type { WaitingReason } from "../status/condition-messages.js";

/** Current objects that the calculation refers to. */
export interface ResolvedReferences {
  model: Resource<"Model"> | undefined;
  dataset: Resource<"Dataset"> | undefined;
  /** Other models that goals of an optimization ask, by name. */
  others: ReadonlyMap<string, Resource<"Model"> | undefined>;
}

/** Input of a calculation's task, or why there is none. */
export type CalculationInput = { is: "ready"; input: TaskInput } | NoInput;
type NoInput = ({ is: "waiting" } & WaitingReason) | { is: "failed"; reason: string; message: string };

/** Returns the input. A calculation waits for its model to be trained and its dataset to be parsed. Pure function. */
export function calculationInput({ spec }: Resource<"Calculation">, { model, dataset, others }: ResolvedReferences): CalculationInput {
  const trained = trainedModel(spec.modelRef, model);
  if (trained.is !== "trained") return trained;
  const { artifact } = trained;
  if (spec.type === "optimization") {
    const { optimization: request } = spec;
    // A calculation stored before the schema required a request.
    if (!request) return failedInput(ERRORS.badRequest, "The calculation does not say what is sought. Ask anew.");
    return optimizationInput(request, trained, others);
  }
  const { decision, timeSeries, response } = trained.model.spec;
  if (spec.rows !== undefined) {
    const series = timeSeries && response !== undefined ? { ...timeSeries, response } : undefined;
    return { is: "ready", input: { kind: "predict", model: artifact, decision, rows: { records: spec.rows, ...(series && { series }) } } };
  }
  // A calculation stored before the schema required its rows.
  if (spec.datasetRef === undefined)
    return failedInput(ERRORS.datasetNotFound, "The calculation does not say whose rows are predicted. Ask anew.");
  if (!dataset) return waiting("DatasetNotFound", `There is no Dataset ${spec.datasetRef}. The calculation begins once it is there.`);
  if (isMarkedDeleted(dataset)) return failedInput(ERRORS.datasetNotFound, "The dataset is gone. Upload it again, and ask anew.");
  return datasetInput(spec, { model: trained.model, artifact, dataset });
}

interface TrainedInput {
  is: "trained";
  model: Resource<"Model">;
  artifact: string;
}

/** Returns the model with the key of its artifact, or why it cannot be asked. */
function trainedModel(name: string, model: Resource<"Model"> | undefined): TrainedInput | NoInput {
  if (!model) return waiting("ModelNotFound", `There is no Model ${name}. The calculation begins once it is there.`);
  if (isMarkedDeleted(model)) return failedInput(ERRORS.modelNotFound, `The model ${name} is gone. Ask another one.`);
  const { phase, artifact, message = "" } = model.status ?? {};
  if (phase === "fitting_fail" || phase === "fail")
    return failedInput(ERRORS.modelNotTrained, `The model ${name} was not trained. ${message}`.trim());
  if (phase !== "success" || !artifact) return waiting("ModelNotReady", `The model ${name} has to be trained first.`);
  return { is: "trained", model, artifact: artifact.key };
}

/** Returns the input of a search. All models are of one dataset, whose columns they share. */
function optimizationInput(
  request: OptimizationRequest,
  { model, artifact }: TrainedInput,
  references: ResolvedReferences["others"],
): CalculationInput {
  const others: { name: string; artifact: string; extraction: string | undefined }[] = [];
  for (const name of otherModels(request)) {
    const other = trainedModel(name, references.get(name));
    if (other.is !== "trained") return other;
    if (other.model.spec.datasetRef !== model.spec.datasetRef)
      return failedInput(ERRORS.modelNotFound, `The model ${name} is of another dataset. Name models of one dataset.`);
    others.push({ name, artifact: other.artifact, extraction: other.model.spec.extraction });
  }
  return { is: "ready", input: { kind: "optimize", model: artifact, extraction: model.spec.extraction, others, request } };
}

type PredictRows = Extract<TaskInput, { kind: "predict" }>["rows"];

/** Returns the input of a prediction of a dataset's rows. */
function datasetInput(
  spec: Resource<"Calculation">["spec"],
  { model, artifact, dataset }: { model: Resource<"Model">; artifact: string; dataset: Resource<"Dataset"> },
): CalculationInput {
  const { status = {} } = dataset;
  if (status.phase === "preprocess_fail")
    return failedInput(status.reason ?? ERRORS.datasetUploadFailed, `The dataset could not be read. ${status.message ?? ""}`.trim());
  const sampling = samplingForBatch(dataset.spec, model.spec);
  const table = tableForSampling(dataset, sampling);
  if (!table || status.observedGeneration !== dataset.metadata.generation)
    return waiting("DatasetNotReady", "The dataset has to be ready first.");
  const { timeSeries, response, decision } = model.spec;
  const { timezone } = dataset.spec;
  const rows: PredictRows = {
    table: table.key,
    tableDocument: table.document,
    sampling,
    extraction: spec.extraction === undefined ? undefined : { id: spec.extraction, timezone },
    series: timeSeries && response !== undefined ? { ...timeSeries, response, timezone } : undefined,
  };
  return { is: "ready", input: { kind: "predict", model: artifact, decision, rows } };
}

const waiting = (reason: string, message: string): NoInput => ({ is: "waiting", reason, message });
const failedInput = (reason: string, message: string): NoInput => ({ is: "failed", reason, message });
