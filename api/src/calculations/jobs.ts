/** Calculations that take their time: each is a custom resource that the operator has worked out. */
import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import {
  API_VERSION,
  COLLECTIONS,
  ensureSearchable,
  FINALIZER,
  InvalidInput,
  inputProblems,
  type OptimizationRequest,
  type OptimizationResult,
  type PredictionResult,
  type Resource,
  type User,
} from "@agatha/contracts";
import type { CalculationAnswer } from "@agatha/contracts/wire";
import { accessibleDataset } from "../datasets/access.js";
import { describedTable } from "../datasets/state.js";
import type { ApiDeps } from "../deps.js";
import { columnsThen, presentSteps } from "../extractions/steps.js";
import { artifactOf, trainedInfo } from "../models/trained.js";
import { firstPredictions } from "../serving/first-predictions.js";
import { recordsOf } from "../serving/records.js";

type JobDeps = Pick<ApiDeps, "resources" | "objects" | "documents">;
type BatchDeps = JobDeps & Pick<ApiDeps, "clock">;
type Calculation = Resource<"Calculation">;

/** Throws InvalidInput (010201, 010517, 010602) and NotFound (010401). */
export async function startBatch(
  deps: BatchDeps,
  user: User,
  model: Resource<"Model">,
  { data, dataset_id: datasetId, use_extraction = false }: { data?: unknown; dataset_id?: string | undefined; use_extraction?: boolean },
): Promise<CalculationAnswer> {
  artifactOf(model);
  if ((data === undefined) === (datasetId === undefined)) {
    throw new InvalidInput("010201", { path: "data", message: "Send either data or a dataset_id" });
  }
  if (datasetId !== undefined) {
    const dataset = await accessibleDataset(deps, user, datasetId);
    const extraction = use_extraction ? await presentSteps(deps, dataset) : undefined;
    await ensureFits(deps, model, dataset, extraction);
    return await create(deps, model, { type: "batch", datasetRef: datasetId, extraction });
  }
  if (use_extraction) {
    throw new InvalidInput("010201", {
      path: "use_extraction",
      message: "An edit history is a dataset's: send a dataset_id, or leave it out",
    });
  }
  const records = recordsOf(data);
  const rows = `calculations/rows/${randomBytes(16).toString("hex")}.json`;
  await deps.objects.put(rows, new TextEncoder().encode(JSON.stringify(records)));
  try {
    return await create(deps, model, { type: "batch", rows });
  } catch (error) {
    await deps.objects.delete(rows);
    throw error;
  }
}

/** Throws InvalidInput (010902) for a dataset whose columns the model cannot take; of one that is still parsed, its job finds that out. */
async function ensureFits(deps: JobDeps, model: Resource<"Model">, dataset: Resource<"Dataset">, extraction?: string): Promise<void> {
  const table = await describedTable(deps, dataset);
  if (!table) return;
  const columns = await columnsThen(deps, new Map(table.columns.map((column) => [column.name, column])), extraction);
  const problems = inputProblems((await trainedInfo(deps, model)).info.inputs, columns);
  if (problems.length > 0) throw new InvalidInput("010902", problems);
}

/** Throws InvalidInput (010517, 010518, 011002, 011003); that no settings keep all constraints is found by the search. */
export async function startOptimization(deps: JobDeps, model: Resource<"Model">, request: OptimizationRequest): Promise<CalculationAnswer> {
  artifactOf(model);
  if (model.spec.type !== "REGRESSION") {
    throw new InvalidInput("010518", { path: "type", message: "Only a model that predicts numbers can be optimised" });
  }
  ensureSearchable(request, (await trainedInfo(deps, model)).info.inputs);
  return await create(deps, model, { type: "optimization", optimization: request });
}

async function create(
  deps: JobDeps,
  { metadata: { name, uid }, spec: { owner } }: Resource<"Model">,
  spec: Pick<Calculation["spec"], "type" | "datasetRef" | "extraction" | "rows" | "optimization">,
): Promise<CalculationAnswer> {
  const made = await deps.resources.create("Calculation", {
    metadata: {
      name: `c${randomBytes(10).toString("hex")}`,
      finalizers: [FINALIZER],
      ownerReferences: [{ apiVersion: API_VERSION, kind: "Model", name, uid, controller: true, blockOwnerDeletion: true }],
    },
    spec: { owner, modelRef: name, ...spec },
  });
  return await jobAnswer(deps, made);
}

/** Undefined also for calculations of another model, or on their way out. */
export async function jobOf(deps: JobDeps, model: string, id: string): Promise<Calculation | undefined> {
  const found = await deps.resources.get("Calculation", id);
  return found && !found.metadata.deletionTimestamp && found.spec.modelRef === model ? found : undefined;
}

/** With its result, once there is one. */
export async function jobAnswer(deps: JobDeps, calculation: Calculation): Promise<CalculationAnswer> {
  const { status } = calculation;
  const progress = status?.task === undefined ? undefined : await deps.documents.collection(COLLECTIONS.progress).get(status.task);
  const answer = jobSummary(calculation, progress?.fraction);
  return status?.result === undefined ? answer : { ...answer, result: firstRows(await storedResult(deps, status.result)) };
}

/** Without the result: it may be long. */
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

export async function storedResult(deps: Pick<JobDeps, "objects">, key: string): Promise<PredictionResult | OptimizationResult> {
  return JSON.parse((await buffer(await deps.objects.get(key))).toString("utf8")) as PredictionResult | OptimizationResult;
}

function firstRows(result: PredictionResult | OptimizationResult): PredictionResult | OptimizationResult {
  return "solutions" in result ? result : firstPredictions(result);
}
