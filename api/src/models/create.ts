import { randomBytes } from "node:crypto";
import {
  COLLECTIONS,
  controllerReference,
  defaultAlgorithm,
  type EnablingMode,
  ERRORS,
  type EveryField,
  enablingModeFor,
  FINALIZER,
  InvalidInput,
  isMarkedDeleted,
  type ModelRecipe,
  type ModelSpec,
  type NewResource,
  nameBeside,
  type Resource,
  resourcesForTime,
  secondsWithSearch,
  type TableColumn,
  throwProblems,
  titleOf,
  type User,
} from "@agatha/contracts";
import type { CreateModelRequest } from "@agatha/contracts/wire";
import { ensureRoomForModel, withModelPlaces } from "../api-limits/model-limit.js";
import { recordAudit } from "../audit/record-audit.js";
import { datasetOwner, editableDataset, requireProduct } from "../datasets/access.js";
import { presentColumns } from "../datasets/present-columns.js";
import { canAccess } from "../datasets/roles.js";
import { phaseOf } from "../datasets/status.js";
import type { ApiDeps } from "../deps.js";
import { columnsAfterSnapshot, snapshotEnabledSteps } from "../edit-history/step-snapshots.js";
import { forbidden } from "../http/api-error.js";
import { modelNameTaken, withModelName } from "./name-reservation.js";
import { type ModelColumns, type ResolvedModelRequest, requestedRecipe } from "./resolved-request.js";
import { MODEL_REQUEST_ERRORS, validateModelRequest } from "./validate-request.js";

type CreateDeps = Pick<ApiDeps, "resources" | "documents" | "clock" | "logger">;

/** Fields of the spec that a request cannot set, but that a repeated model inherits. */
type InheritedSpec = Partial<Pick<ModelSpec, "leaveOutLeaks" | "extraction" | "resources" | "cloneOf" | "enableWhenTrained">>;
export type NewModelRequest = CreateModelRequest & { inherited?: InheritedSpec };

/** Errors of creating a model. */
export const CREATE_MODEL_ERRORS = [
  ERRORS.datasetNotFound,
  ...MODEL_REQUEST_ERRORS,
  ERRORS.dataExtraction,
  ERRORS.duplicateModelName,
  ERRORS.modelName,
  ERRORS.modelLimitReached,
] as const;

/** Creates a model. Throws NotFound, ApiError (not allowed, over the limit) or InvalidInput (all problems of the request). */
export async function createModel(deps: CreateDeps, user: User, datasetId: string, request: NewModelRequest): Promise<Resource<"Model">> {
  const dataset = await editableDataset(deps, user, datasetId);
  const owner = await datasetOwner(deps, user, dataset);
  ensureCanCreateModels(user, owner, dataset);
  ensureMayChooseResources(user, request);
  const inherited = { ...request.inherited, ...(request.use_extraction && { extraction: await snapshotEnabledSteps(deps, dataset) }) };
  const columns = await columnsAfterSnapshot(deps, await readyColumns(deps, dataset), inherited.extraction);
  const resolved = withDefaults(request, columns);
  throwProblems(validateModelRequest(resolved, columns, inherited.extraction === undefined ? dataset.status?.nrow : undefined));

  const enableWhenTrained = enablingModeOf(user, owner, dataset) !== "manual" || undefined;
  const wanted = newModel(resolved, dataset, { ...inherited, enableWhenTrained });
  return await withModelName(deps, { datasetId, name: resolved.name }, () =>
    withModelPlaces(owner, () => storeModel(deps, user, owner, wanted)),
  );
}

async function storeModel(deps: CreateDeps, user: User, owner: User, wanted: NewResource<"Model">): Promise<Resource<"Model">> {
  const { datasetRef: datasetId, displayName: name } = wanted.spec;
  await ensureNameAndQuota(deps, owner, { datasetId, name });
  await recordAudit(deps, user, {
    action: "model.create",
    target: wanted.metadata.name,
    detail: { dataset: datasetId, name: titleOf(wanted) },
  });
  const model = await deps.resources.create("Model", wanted);
  try {
    // An automatic training may have taken the name, or a request to another replica the last place. Whichever request detects that deletes
    // its model, so that neither is exceeded.
    await ensureNameAndQuota(deps, owner, { datasetId, name }, model.metadata.uid);
  } catch (error) {
    await deps.resources.delete("Model", { name: model.metadata.name, uid: model.metadata.uid });
    throw error;
  }
  return model;
}

/** Returns the request with defaults: an algorithm, and the time column if there is only one. */
function withDefaults(request: CreateModelRequest, columns: ModelColumns): ResolvedModelRequest {
  const { model_type, time_series_params: series } = request;
  const timeSeries = series && { hasSums: series.hierarchy !== undefined };
  const { layers = [{ nodes: [{ algorithm: defaultAlgorithm(model_type, timeSeries) }] }] } = request;
  return { ...request, layers, ...(series && { time_series_params: withDefaultTimeColumn(series, columns) }) };
}

type SeriesParams = NonNullable<CreateModelRequest["time_series_params"]>;

/** Returns the parameters. If they name no time column, the only one is the default. */
export function withDefaultTimeColumn(series: SeriesParams, columns: ModelColumns): SeriesParams {
  const times = [...columns.values()].filter(({ type }) => type === "d");
  return { ...series, time: series.time ?? (times.length === 1 ? times[0]?.name : undefined) };
}

/**
 * Returns the columns as they will be read. While the table is made again, they are those of the earlier table with the owner's
 * changes, and the model waits for the new table. Throws InvalidInput while there is no table, and if there will be none.
 */
export async function readyColumns(deps: Pick<CreateDeps, "documents">, dataset: Resource<"Dataset">): Promise<TableColumn[]> {
  const { table } = dataset.status ?? {};
  const usable = table && !phaseOf(dataset).endsWith("_fail");
  const found = usable ? await deps.documents.collection(COLLECTIONS.tables).get(table.document) : undefined;
  if (!found)
    throw new InvalidInput(ERRORS.badRequest, {
      path: "",
      message: "The dataset is not ready: wait until its status is evaluating_finish",
    });
  return presentColumns(found.table.columns, dataset.spec);
}

/** Returns which of a user's new models are enabled: those of an editor only by a manager. */
export function enablingModeOf(user: User, owner: User, dataset: Resource<"Dataset">): EnablingMode {
  return canAccess(user, dataset) ? enablingModeFor(owner.contract.apiEnableMode) : "manual";
}

/** Throws ApiError (permissionDenied) unless the user may create models. */
export function ensureCanCreateModels(user: User, owner: User, { spec: { productType } }: Resource<"Dataset">): void {
  if (!user.modelCreateEnable) throw forbidden("The account may not make models");
  requireProduct(owner, productType);
}

/**
 * Throws ApiError (permissionDenied) if the request chooses resources and the user may not. A queue, a priority or much memory takes
 * room from others.
 */
export function ensureMayChooseResources(user: User, { resources }: Pick<CreateModelRequest, "resources">): void {
  if (resources !== undefined && user.auth !== "manager") throw forbidden("Only managers choose the resources of a training");
}

/** Throws if the dataset has another model of this name, or the owner as many models as allowed. `self` does not count. */
export async function ensureNameAndQuota(
  deps: CreateDeps,
  owner: User,
  { datasetId, name }: { datasetId: string; name: string },
  self?: string,
): Promise<void> {
  const { resources } = deps;
  const counts = ({ metadata }: Resource<"Model">): boolean => metadata.uid !== self && !isMarkedDeleted({ metadata });
  const siblings = await resources.list("Model", { datasetRef: datasetId });
  ensureNameAvailable(siblings.items.filter(counts), name);
  await ensureRoomForModel(deps, owner, self);
}

/** Throws duplicateModelName. `others` are of the same dataset, and names are already trimmed. */
export function ensureNameAvailable(others: Resource<"Model">[], name: string): void {
  if (others.some((model) => model.spec.displayName === name)) throw modelNameTaken(name);
}

function newModel(resolved: ResolvedModelRequest, dataset: Resource<"Dataset">, inherited: InheritedSpec = {}): NewResource<"Model"> {
  const { name } = dataset.metadata;
  const { time, ...series } = resolved.time_series_params ?? {};
  const recipe: EveryField<Omit<ModelRecipe, "leaveOutLeaks">> = {
    ...requestedRecipe(resolved),
    timeSeries: time === undefined ? undefined : { time, ...series },
  };
  return {
    metadata: {
      // Names of Kubernetes objects begin with a letter.
      name: nameBeside(name, `m${randomBytes(10).toString("hex")}`),
      finalizers: [FINALIZER],
      ownerReferences: [controllerReference("Dataset", dataset.metadata)],
    },
    spec: {
      ...inherited,
      displayName: resolved.name,
      title: resolved.title,
      owner: dataset.spec.owner,
      datasetRef: name,
      ...recipe,
      resources: inherited.resources ?? resourcesForTime(resolved.resources, secondsWithSearch(resolved)),
    },
  };
}
