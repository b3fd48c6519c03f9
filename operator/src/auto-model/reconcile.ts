import {
  autoModelType,
  COLLECTIONS,
  type DocumentStore,
  ERRORS,
  type EventBus,
  favoursLogResponse,
  InvalidInput,
  type ModelInfoDocument,
  type Resource,
  rankByProblem,
  usedEmptyColumns,
} from "@agatha/contracts";
import { isChildOf } from "@agatha/contracts/automatic-training/is-child-of";
import type { MutexByKey } from "@agatha/contracts/mutex";
import { currentDatasetReadiness } from "../dataset/current-readiness.js";
import type { DatasetReadiness } from "../dataset/readiness.js";
import { enablingQuota, loadDataCheck } from "../enabling/quota.js";
import { finalize } from "../lifecycle/finalize.js";
import { reconcileUntilPurged } from "../lifecycle/purge.js";
import type { Plan } from "../plan/action.js";
import { type ApplyDeps, applyPlan } from "../plan/apply-plan.js";
import { isTrainingFinished } from "../plan/model-actions.js";
import type { ReconcileResult } from "../runtime/controller.js";
import { type Listers, watchOwned, watchReferences } from "../runtime/watch.js";
import { statusFailure } from "../status/condition-messages.js";
import { excludedColumns } from "./excluded-columns.js";
import { isModelInUse } from "./models-in-use.js";
import type { ObservedState } from "./observed-state.js";
import { planAutoModel } from "./plan.js";
import { planFailed } from "./planned-end.js";

export interface AutoModelDeps extends ApplyDeps {
  listers: Pick<Listers, "AutoModel" | "Model" | "Dataset" | "Calculation" | "Evaluation">;
  events: Pick<EventBus, "publish">;
  /** By owner: nothing is enabled between the count of the enabled models and the write, so that no limit is exceeded. */
  oneAtATime: MutexByKey;
}

/** Reconciles one AutoModel. Throws to be called again later. */
async function reconcileAutoModel(deps: AutoModelDeps, name: string): Promise<ReconcileResult> {
  const autoModel = deps.listers.AutoModel.get(name);
  if (!autoModel) return {};
  if (autoModel.metadata.deletionTimestamp !== undefined) {
    await finalize(deps, autoModel, async () => undefined);
    return {};
  }
  return await reconcileUntilPurged(deps, autoModel, () => planAndApply(deps, autoModel));
}

async function planAndApply(deps: AutoModelDeps, autoModel: Resource<"AutoModel">): Promise<ReconcileResult> {
  const { enabling, owner } = autoModel.spec;
  const observed = await observe(deps, autoModel);
  const planned = planAutoModel(autoModel, observed, deps.timers);
  const ends = mayStillEnd(autoModel) && planned.status.phase === "fitting_finished";
  if (!ends || enabling === "manual") return await applyAutoModelPlan(deps, autoModel, planned);
  return await deps.oneAtATime(owner, async () => {
    const quota = await enablingQuota(deps, owner, observed.readiness.dataset, (model) => isChildOf(model, autoModel.metadata.uid));
    return await applyAutoModelPlan(deps, autoModel, planAutoModel(autoModel, { ...observed, ...quota }, deps.timers));
  });
}

/** Returns true unless it has ended with a best model. One that failed may try again, and end at once. */
function mayStillEnd({ status }: Resource<"AutoModel">): boolean {
  return status?.phase !== "fitting_finished";
}

async function applyAutoModelPlan(
  deps: AutoModelDeps,
  autoModel: Resource<"AutoModel">,
  planned: Plan<"AutoModel">,
): Promise<ReconcileResult> {
  const { name } = autoModel.metadata;
  const apply = (to: Resource<"AutoModel">, plan: Plan<"AutoModel">) =>
    applyPlan(deps, to, plan, async () => {
      const { phase = "fitting_processing", models = [], reason } = plan.status;
      deps.logger.info({ kind: "AutoModel", name, phase, reason }, "status changed");
      const told = models.filter(({ dropped }) => !dropped).map((trial) => ({ name: trial.name, phase: trial.phase }));
      deps.events.publish("autoModelChanged", { name, owner: autoModel.spec.owner, phase, models: told });
    });
  try {
    return await apply(autoModel, planned);
  } catch (error) {
    // Kubernetes refuses a model that could not be trained, and would refuse it again.
    if (!(error instanceof InvalidInput)) throw error;
    const reason = statusFailure(ERRORS.autoModelTrainingFailed, error.message);
    // The plan may have made other models before.
    const childModels = await childModelsOf(deps, { ...autoModel, status: planned.status });
    const models = planned.status.models?.filter((trial) => childModels.has(trial.name) || isTrainingFinished(trial.phase));
    const status = { ...planned.status, models };
    // An earlier action of the plan may have changed its metadata.
    const present = await deps.resources.get("AutoModel", name);
    return present ? await apply(present, planFailed(present, status, reason, deps.timers)) : {};
  }
}

/** Observes all but what the owner may enable, which is counted at the end. */
async function observe(deps: AutoModelDeps, autoModel: Resource<"AutoModel">): Promise<ObservedState> {
  const { spec, status = {} } = autoModel;
  const readiness = await currentDatasetReadiness(deps, autoModel);
  const childModels = await childModelsOf(deps, autoModel);
  const trained = [...childModels.values()].filter((model) => model.status?.phase === "success");
  const mayEnd = mayStillEnd(autoModel);
  const infos = mayEnd ? await loadModelInfos(deps.documents, trained) : new Map<string, ModelInfoDocument>();
  const check = spec.enabling !== "manual" && mayEnd ? await loadDataCheck(deps.documents, readiness.dataset) : undefined;
  return {
    readiness,
    ...(status.type === undefined
      ? await observeResponse(deps.documents, autoModel, readiness)
      : { modelType: status.type, logResponse: status.logResponse === true }),
    childModels,
    isInUse: (model) => isModelInUse(deps.listers, model),
    tunedSettings: new Map([...infos].map(([name, { info }]) => [name, info.tuning?.settings ?? []])),
    cutShort: new Set([...infos].flatMap(([name, { info }]) => (info.tuning?.out_of_time ? [name] : []))),
    excludedColumns: new Map([...infos].map(([name, { info }]) => [name, excludedColumns(info)])),
    resamples: new Map([...infos].flatMap(([name, { resamples }]) => (resamples ? [[name, resamples]] : []))),
    forecastErrors: new Map([...infos].flatMap(([name, { forecastErrors }]) => (forecastErrors ? [[name, forecastErrors]] : []))),
    quota: 0,
    licenceExpired: false,
    emptyColumnsByModel: new Map([...infos].map(([name, { info }]) => [name, usedEmptyColumns(spec.columns, info, check)])),
  };
}

/** Queries the store for models in the status that the cache lacks, because they may be new. */
async function childModelsOf(
  { listers, resources }: AutoModelDeps,
  autoModel: Resource<"AutoModel">,
): Promise<Map<string, Resource<"Model">>> {
  const childModels = new Map(
    listers.Model.list().flatMap((model) => (isChildOf(model, autoModel.metadata.uid) ? [[model.metadata.name, model] as const] : [])),
  );
  for (const { name, phase } of autoModel.status?.models ?? []) {
    if (childModels.has(name) || isTrainingFinished(phase)) continue;
    const model = await resources.get("Model", name);
    if (model && isChildOf(model, autoModel.metadata.uid)) childModels.set(name, model);
  }
  return childModels;
}

/** Reads the description of the dataset's columns once, before the first model. */
async function observeResponse(
  documents: DocumentStore,
  { spec }: Resource<"AutoModel">,
  readiness: DatasetReadiness,
): Promise<Pick<ObservedState, "modelType" | "logResponse">> {
  if (readiness.is !== "ready") return { modelType: undefined, logResponse: false };
  // The response may be a column that only the edit steps create.
  if (spec.extraction !== undefined) return { modelType: spec.type && (rankByProblem(spec, spec.type) ?? spec.type), logResponse: false };
  const found = await documents.collection(COLLECTIONS.tables).get(readiness.dataset.status!.table!.document);
  if (!found) return { modelType: undefined, logResponse: false };
  const { columns } = found.table;
  const response = columns.find(({ name }) => name === spec.response);
  return {
    modelType: autoModelType(spec, readiness.dataset.spec.productType, columns),
    logResponse: response?.type === "n" && favoursLogResponse(response.stats),
  };
}

async function loadModelInfos(documents: DocumentStore, trained: readonly Resource<"Model">[]): Promise<Map<string, ModelInfoDocument>> {
  const keyed = trained.flatMap(({ metadata: { name }, status }) => (status?.artifact ? [{ name, id: status.artifact.info }] : []));
  const infos = await documents.collection(COLLECTIONS.modelInfos).getMany(keyed.map(({ id }) => id));
  return new Map(
    keyed.flatMap(({ name, id }) => {
      const info = infos.get(id);
      return info ? [[name, info] as const] : [];
    }),
  );
}

export const autoModelController = {
  reconcile: reconcileAutoModel,
  watches: [watchReferences("Dataset", "AutoModel", ({ datasetRef }, name) => datasetRef === name), watchOwned("Model", "AutoModel")],
};
