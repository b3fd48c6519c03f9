/** Switch for the open API of models. It applies all requested changes or none. */
import {
  COLLECTIONS,
  ERRORS,
  type ErrorCode,
  InvalidInput,
  isMarkedDeleted,
  isoTime,
  licenceStage,
  type Problem,
  type ProductType,
  type Resource,
  remainingQuota,
  type User,
  usedEmptyColumns,
} from "@agatha/contracts";
import { recordAudit } from "../audit/record-audit.js";
import type { ApiDeps } from "../deps.js";
import { modelTarget } from "../resources/training.js";
import { updateResource } from "../resources/update-resource.js";

type EnablingDeps = Pick<ApiDeps, "resources" | "documents" | "clock">;

export interface ApiStateChange {
  model_id: string;
  api_enabled: boolean;
}

export interface ModelApiState {
  model: Resource<"Model">;
  /** Omitted if the model already had this state. The operator writes the time into the status a moment later. */
  changedAt?: string;
}

interface ModelWithDataset {
  model: Resource<"Model">;
  dataset: Resource<"Dataset">;
}

interface CodedProblem extends Problem {
  code: ErrorCode;
}

/**
 * Returns the models in their new state, in the order of the request. Throws InvalidInput with a problem for each change that is
 * refused; then nothing has changed.
 */
export async function setModelApisEnabled(
  deps: EnablingDeps,
  manager: User,
  wishes: ApiStateChange[],
  productType: ProductType | "all" = "all",
): Promise<ModelApiState[]> {
  const places = await loadModels(deps);
  const found = [
    ...duplicateProblems(wishes),
    ...(
      await Promise.all(wishes.map((wish, i) => changeProblems(deps, places, { wish, path: `api_update_list[${i}]`, productType })))
    ).flat(),
    ...(await limitProblems(deps, places, wishes)),
  ];
  const [first] = found;
  if (first)
    throw new InvalidInput(
      first.code,
      found.map(({ path, message }) => ({ path, message })),
    );
  const changed: ModelApiState[] = [];
  for (const { model_id, api_enabled } of wishes) {
    const { model } = places.get(model_id)!;
    const isNew = model.spec.apiEnabled !== api_enabled;
    changed.push({ model: await setModelApiEnabled(deps, manager, model, api_enabled), ...(isNew && { changedAt: isoTime(deps.clock) }) });
  }
  return changed;
}

function duplicateProblems(wishes: ApiStateChange[]): CodedProblem[] {
  const ids = wishes.map((wish) => wish.model_id);
  return ids.flatMap((id, i) =>
    ids.indexOf(id) === i
      ? []
      : [{ code: ERRORS.badRequest, path: `api_update_list[${i}].model_id`, message: "The model is listed twice" } as const],
  );
}

/** Returns models by name, except those that are being deleted. */
async function loadModels(deps: EnablingDeps): Promise<Map<string, ModelWithDataset>> {
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
  places: Map<string, ModelWithDataset>,
  { wish, path, productType }: { wish: ApiStateChange; path: string; productType: ProductType | "all" },
): Promise<CodedProblem[]> {
  const place = places.get(wish.model_id);
  if (!place) return [{ code: ERRORS.modelNotFound, path: `${path}.model_id`, message: `There is no model ${wish.model_id}` }];
  const { model, dataset } = place;
  if (productType !== "all" && dataset.spec.productType !== productType) {
    return [{ code: ERRORS.badRequest, path: `${path}.model_id`, message: `The model is of product type ${dataset.spec.productType}` }];
  }
  if (!wish.api_enabled || model.spec.apiEnabled) return [];
  if (model.status?.phase !== "success") {
    return [
      {
        code: ERRORS.modelNotTrained,
        path: `${path}.model_id`,
        message: `The model's status is ${model.status?.phase ?? "init"}, and has to be success`,
      },
    ];
  }
  const empty = await emptyColumns(deps, place);
  if (empty.length === 0) return [];
  return [
    {
      code: ERRORS.modelHasEmptyColumn,
      path: `${path}.model_id`,
      message: `The model uses columns without any value: ${empty.join(", ")}`,
    },
  ];
}

/** Returns the model's columns that are entirely empty according to the dataset's check. */
async function emptyColumns(deps: EnablingDeps, { model, dataset }: ModelWithDataset): Promise<string[]> {
  const { check } = dataset.status ?? {};
  const { artifact } = model.status ?? {};
  const [checked, info] = await Promise.all([
    check && deps.documents.collection(COLLECTIONS.checks).get(check.document),
    artifact && deps.documents.collection(COLLECTIONS.modelInfos).get(artifact.info),
  ]);
  return usedEmptyColumns(model.spec.columns, info?.info, checked?.check);
}

/**
 * Returns a problem for each change that an owner's expired contract or a product's limit does not allow. APIs disabled by the
 * same request free quota.
 */
async function limitProblems(deps: EnablingDeps, places: Map<string, ModelWithDataset>, wishes: ApiStateChange[]): Promise<CodedProblem[]> {
  const after = new Map(wishes.map((wish) => [wish.model_id, wish.api_enabled]));
  const found: CodedProblem[] = [];
  const enabled = new Map<string, number>();
  const licences = new Map<string, number>();
  const key = ({ model, dataset }: ModelWithDataset): string => `${dataset.spec.productType} ${model.spec.owner}`;
  const count = (counts: Map<string, number>, of: string): unknown => counts.set(of, (counts.get(of) ?? 0) + 1);
  for (const place of places.values()) {
    const { name } = place.model.metadata;
    if (!(after.get(name) ?? place.model.spec.apiEnabled)) continue;
    count(enabled, key(place));
    count(licences, place.model.spec.owner);
  }
  for (const [i, wish] of wishes.entries()) {
    const place = places.get(wish.model_id);
    if (!place || !wish.api_enabled || place.model.spec.apiEnabled) continue;
    const owner = await deps.documents.collection(COLLECTIONS.users).get(place.model.spec.owner);
    const wanted = { enabled: enabled.get(key(place)) ?? 0, licences: licences.get(place.model.spec.owner) ?? 0 };
    const refusal = limitProblem(owner, place.dataset.spec.productType, wanted, deps.clock.now());
    if (refusal) found.push({ ...refusal, path: `api_update_list[${i}].model_id` });
  }
  return found;
}

/** Returns the problem of so many enabled models in the product and so many licences in total, if any. */
function limitProblem(
  owner: User | undefined,
  product: ProductType,
  wanted: { enabled: number; licences: number },
  now: number,
): Omit<CodedProblem, "path"> | undefined {
  if (!owner) return { code: ERRORS.apiActivationLimitReached, message: "The model's owner has no account any more" };
  const { username, contract, restriction, products } = owner;
  if (licenceStage(contract, now) === "expired") return { code: ERRORS.licenceExpired, message: `${username}'s contract has expired` };
  if (remainingQuota(restriction.licenceLimit ?? -1, wanted.licences - 1) < 1) {
    return {
      code: ERRORS.modelLicenceLimitReached,
      message: `${username} has ${restriction.licenceLimit} licences of models; this would take ${wanted.licences}`,
    };
  }
  const { enableLimit } = products[product];
  if (remainingQuota(enableLimit, wanted.enabled - 1) >= 1) return undefined;
  return {
    code: ERRORS.apiActivationLimitReached,
    message: `${username} may have ${enableLimit} APIs of ${product}; this would make ${wanted.enabled}`,
  };
}

async function setModelApiEnabled(
  deps: EnablingDeps,
  manager: User,
  model: Resource<"Model">,
  apiEnabled: boolean,
): Promise<Resource<"Model">> {
  if (model.spec.apiEnabled === apiEnabled) return model;
  await recordAudit(deps, manager, { action: apiEnabled ? "model.api.enable" : "model.api.disable", target: model.metadata.name });
  return await updateResource(deps, modelTarget(model), (present) =>
    present.spec.apiEnabled === apiEnabled ? undefined : { ...present, spec: { ...present.spec, apiEnabled } },
  );
}
