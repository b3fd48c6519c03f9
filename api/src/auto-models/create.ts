import { randomBytes } from "node:crypto";
import {
  assumedTypeMessage,
  autoModelCandidates,
  autoModelSpec,
  autoModelType,
  type CodedProblem,
  clusterCountProblem,
  controllerReference,
  type EnablingMode,
  ERRORS,
  type EveryField,
  FINALIZER,
  type ModelType,
  type NewResource,
  nameBeside,
  type Resource,
  resourcesForTime,
  throwProblems,
  type User,
} from "@agatha/contracts";
import { type CreateAutoModelRequest, optionsToSpec } from "@agatha/contracts/wire";
import { limitError, modelLimitReached, remainingModelQuota, withModelPlaces } from "../api-limits/model-limit.js";
import { mostModelsOf } from "../api-limits/reserved-models.js";
import { recordAudit } from "../audit/record-audit.js";
import { datasetOwner, editableDataset } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";
import { columnsAfterSnapshot, describedAfterSnapshot, snapshotEnabledSteps } from "../edit-history/step-snapshots.js";
import { ApiError, forbidden } from "../http/api-error.js";
import { enablingModeOf, ensureCanCreateModels, ensureMayChooseResources, readyColumns, withDefaultTimeColumn } from "../models/create.js";
import type { ModelColumns } from "../models/resolved-request.js";
import { validateModelRequest } from "../models/validate-request.js";

type CreateDeps = Pick<ApiDeps, "resources" | "documents" | "clock" | "logger">;

/** An automatic training, and what it took for granted in the request. */
interface CreatedAutoModel {
  autoModel: Resource<"AutoModel">;
  assumption: string | undefined;
}

/** Creates an AutoModel. Throws NotFound, ApiError (not allowed, over the limit) or InvalidInput (all problems of the request). */
export async function createAutoModel(
  deps: CreateDeps,
  user: User,
  datasetId: string,
  request: CreateAutoModelRequest,
): Promise<CreatedAutoModel> {
  const dataset = await editableDataset(deps, user, datasetId);
  const owner = await datasetOwner(deps, user, dataset);
  const accountMode = enablingModeOf(user, owner, dataset);
  ensureAllowed(user, owner, dataset, { enabling: request.enabling, accountMode });
  ensureMayChooseResources(user, request);
  const extraction = request.use_extraction ? await snapshotEnabledSteps(deps, dataset) : undefined;
  const own = await readyColumns(deps, dataset);
  const columns = await columnsAfterSnapshot(deps, own, extraction);
  const described = await describedAfterSnapshot(deps, [...columns.values()], own, extraction);
  const { time_series_params: series } = request;
  const enabling = request.enabling ?? accountMode;
  const settled = { ...request, enabling, ...(series && { time_series_params: withDefaultTimeColumn(series, columns) }) };
  const batchRequest = autoModelRequest(settled);
  const type = autoModelType(batchRequest, dataset.spec.productType, described);
  throwProblems(autoModelProblems(settled, type, { columns, nrow: extraction === undefined ? dataset.status?.nrow : undefined }));
  const model_type = typeof type === "string" ? type : undefined;
  const wanted = newAutoModel({ ...settled, model_type }, dataset, extraction);
  const most = mostModelsOf(autoModelSpec.parse(wanted.spec), model_type!, dataset.status?.nrow);
  const autoModel = await withModelPlaces(owner, () => storeAutoModel(deps, user, owner, { wanted, most }));
  return { autoModel, assumption: model_type && assumedTypeMessage(batchRequest, model_type, described) };
}

/** Creates the automatic training if the owner may have as many further models as `most`. Throws ApiError (modelLimitReached). */
async function storeAutoModel(
  deps: CreateDeps,
  user: User,
  owner: User,
  { wanted, most }: { wanted: NewResource<"AutoModel">; most: number },
): Promise<Resource<"AutoModel">> {
  const { datasetRef: dataset, mode } = wanted.spec;
  await ensureRoomForBatch(deps, owner, most);
  await recordAudit(deps, user, { action: "automodel.create", target: wanted.metadata.name, detail: { dataset, mode } });
  const autoModel = await deps.resources.create("AutoModel", wanted);
  try {
    // A request to another replica may have taken the last places.
    await ensureRoomForBatch(deps, owner, most, autoModel.metadata.uid);
  } catch (error) {
    await deps.resources.delete("AutoModel", { name: autoModel.metadata.name, uid: autoModel.metadata.uid });
    throw error;
  }
  return autoModel;
}

interface EnablingChoice {
  enabling: CreateAutoModelRequest["enabling"];
  /** Mode of the account that the models belong to. */
  accountMode: EnablingMode;
}

/**
 * Throws ApiError if the user may not create the automatic training. Only managers enable models: by the account's settings, or by
 * an automatic training that they start.
 */
function ensureAllowed(user: User, owner: User, dataset: Resource<"Dataset">, { enabling, accountMode }: EnablingChoice): void {
  if (!owner.restriction.autoModelEnable) throw new ApiError(ERRORS.autoModelNotEnabled);
  ensureCanCreateModels(user, owner, dataset);
  const free = enabling === undefined || enabling === "manual" || enabling === accountMode;
  if (!free && user.auth !== "manager") throw forbidden("Only managers choose which models of an automatic training are enabled");
}

const autoModelRequest = (request: CreateAutoModelRequest) => ({
  mode: request.mode,
  response: request.response,
  type: request.model_type,
  candidates: request.candidates,
  rankBy: request.rank_by,
  timeSeries: request.time_series_params,
  ...optionsToSpec(request),
});

/** Rows that the models learn from. The number of rows is unknown after edit steps. */
interface TrainingRows {
  columns: ModelColumns;
  nrow: number | undefined;
}

/** Returns all problems of the request, including those of the rules for a single model. Pure function. */
function autoModelProblems(request: CreateAutoModelRequest, type: ModelType | CodedProblem, rows: TrainingRows): CodedProblem[] {
  const { mode, candidates, clusters = [] } = request;
  if (mode === "MANUAL" && !candidates)
    return [{ code: ERRORS.badRequest, path: "candidates", message: "MANUAL needs the candidates to be tried" }];
  if (typeof type !== "string") return [type];
  if (mode === "MANUAL") {
    const each = candidates ?? [];
    const all = each.flatMap(({ layers }, i) => candidateProblems(request, type, rows, { layers, at: `candidates[${i}].` }));
    // A problem that all candidates share is reported once.
    return all.filter((one, i) => all.findIndex(({ path, message }) => path === one.path && message === one.message) === i);
  }
  // Sums are forecast by forecasters alone, and outliers in series are found by one algorithm.
  const timeSeries = type === "OCC" || request.time_series_params?.hierarchy ? newAutoModelSeries(request) : undefined;
  const [candidate] = autoModelCandidates({ mode, clusters: [2], timeSeries }, type, Number.POSITIVE_INFINITY);
  if (!candidate) return [{ code: ERRORS.algorithmNotFound, path: "mode", message: `There is no algorithm for ${type}` }];
  const tooMany = type === "CLUSTERING" && rows.nrow !== undefined ? clusterCountProblems(clusters, rows.nrow) : [];
  // The numbers of clusters are those of the request.
  const alone = { columns: rows.columns, nrow: undefined };
  return [...tooMany, ...candidateProblems(request, type, alone, { layers: candidate.layers, at: "" })];
}

/** Returns a problem for each number of clusters above a fifth of the rows, or the one of too few rows. */
function clusterCountProblems(clusters: readonly number[], nrow: number): CodedProblem[] {
  const tooFew = clusterCountProblem(undefined, nrow);
  if (tooFew !== undefined) return [{ code: ERRORS.badRequest, path: "clusters", message: tooFew }];
  return clusters.flatMap((count, i): CodedProblem[] => {
    const message = clusterCountProblem(count, nrow);
    return message === undefined ? [] : [{ code: ERRORS.badRequest, path: `clusters[${i}]`, message }];
  });
}

type Layers = NonNullable<CreateAutoModelRequest["candidates"]>[number]["layers"];

function candidateProblems(
  request: CreateAutoModelRequest,
  model_type: ModelType,
  { columns, nrow }: TrainingRows,
  { layers, at }: { layers: Layers; at: string },
): CodedProblem[] {
  const resolved = { ...request, name: "Candidate", model_type, layers };
  return validateModelRequest(resolved, columns, nrow).map((found) =>
    found.path.startsWith("layers") ? { ...found, path: `${at}${found.path}` } : found,
  );
}

/**
 * Throws ApiError (modelLimitReached) if the owner may have fewer further models than `most`, which the automatic training may make.
 * `self`, its uid, does not count.
 */
async function ensureRoomForBatch(deps: CreateDeps, owner: User, most: number, self?: string): Promise<void> {
  const room = await remainingModelQuota(deps, owner, self);
  const { left } = room;
  if (left >= most) return;
  if (left === 0) throw modelLimitReached(owner, room);
  const message = `There is room for ${left} more models, and the automatic training may make ${most}: set limit.models to ${left}, or delete models`;
  throw limitError(message, room);
}

function newAutoModelSeries({ time_series_params: params }: CreateAutoModelRequest) {
  return params?.time === undefined ? undefined : { ...params, time: params.time };
}

function newAutoModel(
  request: CreateAutoModelRequest,
  dataset: Resource<"Dataset">,
  extraction: string | undefined,
): NewResource<"AutoModel"> {
  const { name } = dataset.metadata;
  const limit = typeof request.limit === "number" ? { models: request.limit } : (request.limit ?? {});
  const limits = autoModelSpec.shape.limits.parse(limit);
  return {
    metadata: {
      name: nameBeside(name, `a${randomBytes(10).toString("hex")}`),
      finalizers: [FINALIZER],
      ownerReferences: [controllerReference("Dataset", dataset.metadata)],
    },
    spec: {
      owner: dataset.spec.owner,
      datasetRef: name,
      mode: request.mode,
      response: request.response,
      type: request.model_type,
      candidates: request.candidates,
      clusters: request.clusters,
      columns: request.columns,
      ...optionsToSpec(request),
      timeSeries: newAutoModelSeries(request),
      validation: request.validation,
      limits,
      rankBy: request.rank_by,
      enabling: request.enabling,
      language: request.language,
      seed: request.seed,
      extraction,
      resources: resourcesForTime(request.resources, limits.seconds),
    } satisfies EveryField<NewResource<"AutoModel">["spec"]>,
  };
}
