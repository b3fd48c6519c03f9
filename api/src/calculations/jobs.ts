/** Calculations that run as jobs: each is a custom resource that the operator processes. */
import { randomBytes } from "node:crypto";
import {
  COLLECTIONS,
  controllerReference,
  ERRORS,
  FINALIZER,
  InvalidInput,
  missingPastProblems,
  modelInputProblems,
  nameBeside,
  type OptimizationRequest,
  type OptimizationResult,
  type OptimizedModel,
  otherModels,
  type PredictionResult,
  pastInputs,
  type Resource,
  ROW_LIMIT,
  requiredInputColumns,
  seriesNameColumns,
  titleOf,
  type User,
  validateOptimization,
} from "@agatha/contracts";
import type { CalculationAnswer } from "@agatha/contracts/wire";
import { recordAudit } from "../audit/record-audit.js";
import { accessibleDataset, datasetOwner } from "../datasets/access.js";
import { roleIn } from "../datasets/roles.js";
import { describedTable } from "../datasets/status.js";
import type { ApiDeps } from "../deps.js";
import { columnsAfterSnapshot, snapshotEnabledSteps } from "../edit-history/step-snapshots.js";
import { jsonStream } from "../http/json-pieces.js";
import { parseJsonStream } from "../json/parse-json-stream.js";
import { accessibleModel, type ModelInDataset } from "../models/access.js";
import { parseRecords } from "../serving/records.js";
import { loadModelInfo, trainedArtifact } from "../serving/trained-model.js";

type JobDeps = Pick<ApiDeps, "resources" | "objects" | "documents">;
type StartDeps = JobDeps & Pick<ApiDeps, "clock" | "logger">;
type Calculation = Resource<"Calculation">;

/**
 * Starts a batch prediction. Throws InvalidInput (badRequest, modelNotTrained, apiInputInvalid, batchPredictionFailed) and NotFound
 * (datasetNotFound).
 */
export async function startBatchPrediction(
  deps: StartDeps,
  user: User,
  { model, dataset: ofModel }: ModelInDataset,
  { data, dataset_id: datasetId, use_extraction = false }: { data?: unknown; dataset_id?: string | undefined; use_extraction?: boolean },
): Promise<CalculationAnswer> {
  trainedArtifact(model);
  if ((data === undefined) === (datasetId === undefined)) {
    throw new InvalidInput(ERRORS.badRequest, { path: "data", message: "Send either data or a dataset_id" });
  }
  if (datasetId !== undefined) {
    const dataset = await accessibleDataset(deps, user, datasetId);
    await ensureMayBeShown(deps, user, dataset, ofModel);
    const extraction = use_extraction ? await snapshotEnabledSteps(deps, dataset) : undefined;
    await ensureInputColumns(deps, model, dataset, extraction);
    return await createCalculation(deps, user, model, { type: "batch", datasetRef: datasetId, extraction });
  }
  if (use_extraction) {
    throw new InvalidInput(ERRORS.badRequest, {
      path: "use_extraction",
      message: "An edit history is a dataset's: send a dataset_id, or leave it out",
    });
  }
  const records = await parseRecords(data);
  const rows = `calculations/rows/${randomBytes(16).toString("hex")}.json`;
  await deps.objects.put(rows, jsonStream(records));
  try {
    return await createCalculation(deps, user, model, { type: "batch", rows });
  } catch (error) {
    await deps.objects.delete(rows);
    throw error;
  }
}

/**
 * Throws InvalidInput (batchPredictionFailed) unless the owner of the model's dataset may read the other one, or it is the user's own:
 * all who see the model read the predictions of the rows.
 */
async function ensureMayBeShown(deps: JobDeps, user: User, dataset: Resource<"Dataset">, ofModel: Resource<"Dataset">): Promise<void> {
  if (dataset.spec.owner === user.id) return;
  if (roleIn(await datasetOwner(deps, user, ofModel), dataset) !== undefined) return;
  const message = `The owner of the model may not read ${titleOf(dataset)}: share the dataset with the owner first, or choose another one`;
  throw new InvalidInput(ERRORS.batchPredictionFailed, { path: "dataset_id", message });
}

/**
 * Throws InvalidInput (batchPredictionFailed) for a dataset whose columns the model cannot take. For a dataset that is still
 * being parsed, the job finds that out.
 */
async function ensureInputColumns(
  deps: JobDeps,
  model: Resource<"Model">,
  dataset: Resource<"Dataset">,
  extraction?: string,
): Promise<void> {
  const table = await describedTable(deps, dataset);
  if (!table) return;
  const columns = await columnsAfterSnapshot(deps, table.columns, extraction);
  const { timeSeries, response } = model.spec;
  const series = timeSeries && response !== undefined ? { ...timeSeries, response } : undefined;
  const { inputs } = (await loadModelInfo(deps, model)).info;
  const required = requiredInputColumns(inputs, columns, series);
  const past = required === inputs ? [] : missingPastProblems(inputs, columns, series);
  const problems = past.length > 0 ? past : modelInputProblems(required, columns, seriesNameColumns(timeSeries));
  if (problems.length > 0) throw new InvalidInput(ERRORS.batchPredictionFailed, problems);
}

/**
 * Starts an optimization. Throws InvalidInput (modelNotTrained, calculationFailed, optimizationInputNotNumeric,
 * optimizationInfeasible) and NotFound (modelNotFound). Only the search detects that no settings satisfy all constraints.
 */
export async function startOptimization(
  deps: StartDeps,
  user: User,
  model: Resource<"Model">,
  request: OptimizationRequest,
): Promise<CalculationAnswer> {
  const others = otherModels(request).map(async (name) => {
    const other = await accessibleModel(deps, user, model.spec.datasetRef, name);
    return [name, await optimizedModel(deps, other.model)] as const;
  });
  validateOptimization(request, new Map([[undefined, await optimizedModel(deps, model)], ...(await Promise.all(others))]));
  return await createCalculation(deps, user, model, { type: "optimization", optimization: request });
}

async function optimizedModel(deps: JobDeps, model: Resource<"Model">): Promise<OptimizedModel> {
  const { info } = await loadModelInfo(deps, model);
  const { timeSeries } = model.spec;
  return {
    ...info,
    labels: info.classification?.labels ?? [],
    steps: info.record?.recipe.extraction ?? [],
    past: timeSeries ? pastInputs(info.inputs, { ...timeSeries, response: info.response }) : [],
  };
}

async function createCalculation(
  deps: StartDeps,
  user: User,
  { metadata: { name, uid }, spec: { owner, datasetRef } }: Resource<"Model">,
  spec: Pick<Calculation["spec"], "type" | "datasetRef" | "extraction" | "rows" | "optimization">,
): Promise<CalculationAnswer> {
  const id = nameBeside(name, `c${randomBytes(10).toString("hex")}`);
  const detail = { type: spec.type, dataset: datasetRef, models: [name] };
  await recordAudit(deps, user, { action: "calculation.create", target: id, detail });
  const created = await deps.resources.create("Calculation", {
    metadata: {
      name: id,
      finalizers: [FINALIZER],
      ownerReferences: [controllerReference("Model", { name, uid })],
    },
    spec: { owner, modelRef: name, ...spec },
  });
  return await jobAnswer(deps, created);
}

/** Returns a calculation, or undefined if it is missing, another model's or being deleted. */
export async function findJob(deps: JobDeps, model: string, id: string): Promise<Calculation | undefined> {
  const found = await deps.resources.get("Calculation", id);
  return found && !found.metadata.deletionTimestamp && found.spec.modelRef === model ? found : undefined;
}

/** Returns the calculation with its result, if there is one yet: of a batch, the rows that are shown. */
export async function jobAnswer(deps: JobDeps, calculation: Calculation): Promise<CalculationAnswer> {
  const { spec, status } = calculation;
  const progress = status?.task === undefined ? undefined : await deps.documents.collection(COLLECTIONS.progress).get(status.task);
  const answer = jobSummary(calculation, progress?.fraction);
  if (status?.result === undefined) return answer;
  return { ...answer, result: await loadResult(deps, status.result, spec.type === "batch" ? { keep: ROW_LIMIT } : {}) };
}

/** Returns the calculation without its result, which may be long. */
export function jobSummary({ metadata, spec, status }: Calculation, fraction = 0): CalculationAnswer {
  const phase = status?.phase ?? "is_processed";
  return {
    id: metadata.name,
    type: spec.type,
    status: phase,
    progress: phase === "is_processed" ? fraction : 1,
    reason: status?.reason ?? null,
    message: status?.message ?? null,
    rows: status?.rows ?? null,
    result: null,
    optimization: spec.optimization,
    dataset_id: spec.datasetRef,
    created_at: new Date(metadata.creationTimestamp).toISOString(),
  };
}

/** Reads the result of a calculation from its object; with `keep`, only so many rows. */
export async function loadResult(
  deps: Pick<JobDeps, "objects">,
  key: string,
  rows: { keep?: number } = {},
): Promise<PredictionResult | OptimizationResult> {
  return (await parseJsonStream(await deps.objects.get(key), rows)) as PredictionResult | OptimizationResult;
}
