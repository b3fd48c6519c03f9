/** Switch for the open API of models. It applies all requested changes or none, or those that are possible. */
import {
  COLLECTIONS,
  type CodedProblem,
  ERRORS,
  type ErrorCode,
  isApiEnabled,
  isMarkedDeleted,
  isoTime,
  type ProductType,
  type Resource,
  throwProblems,
  type User,
  usedEmptyColumns,
  withApiEnabled,
} from "@agatha/contracts";
import { type ApiTarget, limitProblems, modelLimitProblem } from "../api-limits/limit-problems.js";
import { recordAudit } from "../audit/record-audit.js";
import type { ApiDeps } from "../deps.js";
import type { ModelInDataset } from "../models/access.js";
import { modelTarget } from "../resources/training.js";
import { updateResource } from "../resources/update-resource.js";

type EnablingDeps = Pick<ApiDeps, "resources" | "documents" | "clock" | "logger">;

/** Number of changes that a store receives at the same time. */
const CHANGES_AT_ONCE = 100;

interface ApiStateChange {
  model_id: string;
  api_enabled: boolean;
}

export interface ModelApiState {
  model: Resource<"Model">;
  /** Omitted if the model already had this state. The operator writes the time into the status a moment later. */
  changedAt?: string;
}

/**
 * Returns the models in their new state, in the order of the request. Throws InvalidInput with a problem for each change that is
 * refused; then nothing has changed.
 */
export async function setModelApisEnabled(
  deps: EnablingDeps,
  manager: User,
  changes: ApiStateChange[],
  productType: ProductType | "all" = "all",
): Promise<ModelApiState[]> {
  const models = await loadModels(deps);
  const own = await Promise.all(changes.map((change, i) => changeProblems(deps, models, { change, path: pathOf(i), productType })));
  const limits = changes.map(({ model_id, api_enabled }, i) => ({ target: model_id, enabled: api_enabled, path: pathOf(i) }));
  const targets = new Map([...models].map(([name, found]) => [name, apiTargetOf(found)]));
  throwProblems([...duplicateProblems(changes), ...own.flat(), ...(await limitProblems(deps, targets, limits, modelLimitProblem))]);
  return await applyChanges(deps, manager, models, changes);
}

interface RefusedChange {
  model_id: string;
  tukey_error: ErrorCode;
  message: string;
}

/** Makes the changes that are possible, those of limited APIs in their order, and returns why each of the others is not. */
export async function setPossibleModelApisEnabled(
  deps: EnablingDeps,
  manager: User,
  changes: ApiStateChange[],
  productType: ProductType | "all" = "all",
): Promise<{ changed: ModelApiState[]; refused: RefusedChange[] }> {
  const models = await loadModels(deps);
  const targets = new Map([...models].map(([name, found]) => [name, apiTargetOf(found)]));
  const possible: ApiStateChange[] = [];
  const refused: RefusedChange[] = [];
  const duplicates = duplicateProblems(changes);
  for (const [i, change] of changes.entries()) {
    const { model_id, api_enabled } = change;
    const twice = duplicates.filter(({ path }) => path === pathOf(i));
    const limit = { target: model_id, enabled: api_enabled, path: model_id };
    const own = await changeProblems(deps, models, { change, path: model_id, productType });
    const [problem] = [...twice, ...own, ...(await limitProblems(deps, targets, [limit], modelLimitProblem))];
    if (problem) refused.push({ model_id, tukey_error: problem.code, message: problem.message });
    else {
      possible.push(change);
      targets.set(model_id, { ...targets.get(model_id)!, enabled: api_enabled });
    }
  }
  return { changed: await applyChanges(deps, manager, models, possible), refused };
}

/** Makes the changes of known models. A store writes together what arrives together, so that many changes wait for its disk once. */
async function applyChanges(
  deps: EnablingDeps,
  manager: User,
  models: ReadonlyMap<string, ModelInDataset>,
  changes: readonly ApiStateChange[],
): Promise<ModelApiState[]> {
  const changed: ModelApiState[] = [];
  for (let from = 0; from < changes.length; from += CHANGES_AT_ONCE) {
    const together = changes.slice(from, from + CHANGES_AT_ONCE);
    changed.push(
      ...(await Promise.all(
        together.map(({ model_id, api_enabled }) => applyChange(deps, manager, models.get(model_id)!.model, api_enabled)),
      )),
    );
  }
  return changed;
}

async function applyChange(deps: EnablingDeps, manager: User, model: Resource<"Model">, enabled: boolean): Promise<ModelApiState> {
  const isNew = isApiEnabled(model) !== enabled;
  return { model: await setModelApiEnabled(deps, manager, model, enabled), ...(isNew && { changedAt: isoTime(deps.clock) }) };
}

const pathOf = (index: number): string => `api_update_list[${index}].model_id`;

function apiTargetOf({ model, dataset }: ModelInDataset): ApiTarget {
  return { owner: model.spec.owner, productType: dataset.spec.productType, enabled: isApiEnabled(model) };
}

function duplicateProblems(changes: ApiStateChange[]): CodedProblem[] {
  const ids = changes.map((change) => change.model_id);
  return ids.flatMap((id, i) =>
    ids.indexOf(id) === i ? [] : [{ code: ERRORS.badRequest, path: pathOf(i), message: "The model is listed twice" } as const],
  );
}

/** Returns models by name, except those that are being deleted. */
async function loadModels(deps: EnablingDeps): Promise<Map<string, ModelInDataset>> {
  const [models, datasets] = await Promise.all([deps.resources.list("Model"), deps.resources.list("Dataset")]);
  const datasetByName = new Map(datasets.items.map((dataset) => [dataset.metadata.name, dataset]));
  return new Map(
    models.items.flatMap((model) => {
      const dataset = datasetByName.get(model.spec.datasetRef);
      return dataset && !isMarkedDeleted(dataset) && !isMarkedDeleted(model) ? [[model.metadata.name, { model, dataset }]] : [];
    }),
  );
}

async function changeProblems(
  deps: EnablingDeps,
  models: Map<string, ModelInDataset>,
  { change, path, productType }: { change: ApiStateChange; path: string; productType: ProductType | "all" },
): Promise<CodedProblem[]> {
  const found = models.get(change.model_id);
  if (!found) return [{ code: ERRORS.modelNotFound, path, message: `There is no model ${change.model_id}` }];
  const { model, dataset } = found;
  if (productType !== "all" && dataset.spec.productType !== productType) {
    return [{ code: ERRORS.badRequest, path, message: `The model is of product type ${dataset.spec.productType}` }];
  }
  if (!change.api_enabled || isApiEnabled(model)) return [];
  if (model.status?.phase !== "success") {
    return [
      {
        code: ERRORS.modelNotTrained,
        path,
        message: `The model's status is ${model.status?.phase ?? "init"}, and has to be success`,
      },
    ];
  }
  const empty = await emptyColumns(deps, found);
  if (empty.length === 0) return [];
  return [
    {
      code: ERRORS.modelHasEmptyColumn,
      path,
      message: `The model uses columns without any value: ${empty.join(", ")}`,
    },
  ];
}

/** Returns the model's columns that are entirely empty according to the dataset's check. */
async function emptyColumns(deps: EnablingDeps, { model, dataset }: ModelInDataset): Promise<string[]> {
  const { check } = dataset.status ?? {};
  const { artifact } = model.status ?? {};
  const [checked, info] = await Promise.all([
    check && deps.documents.collection(COLLECTIONS.checks).get(check.document),
    artifact && deps.documents.collection(COLLECTIONS.modelInfos).get(artifact.info),
  ]);
  return usedEmptyColumns(model.spec.columns, info?.info, checked?.check);
}

async function setModelApiEnabled(
  deps: EnablingDeps,
  manager: User,
  model: Resource<"Model">,
  apiEnabled: boolean,
): Promise<Resource<"Model">> {
  if (isApiEnabled(model) === apiEnabled) return model;
  await recordAudit(deps, manager, { action: apiEnabled ? "model.api.enable" : "model.api.disable", target: model.metadata.name });
  return await updateResource(deps, modelTarget(model), (present) =>
    isApiEnabled(present) === apiEnabled ? undefined : { ...present, spec: withApiEnabled(present.spec, apiEnabled) },
  );
}
