import { COLLECTIONS, isApiEnabled, isMarkedDeleted, ownerRefusal, type Resource, type User } from "@agatha/contracts";
import { modelSubject, revokedSubjects } from "@agatha/contracts/api-access/api-tokens";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { accessibleDatasets, listParts } from "../datasets/access.js";
import { roleIn } from "../datasets/roles.js";
import type { ApiDeps } from "../deps.js";
import { compareCreation } from "../resources/creation-order.js";
import { isTraining } from "../resources/training.js";
import { loadModelInfo } from "../serving/trained-model.js";
import type { ModelInDataset } from "./access.js";
import { modelAnswer } from "./answer.js";
import { infoAtMaxFpr } from "./max-fpr.js";
import { relatedModels } from "./related-models.js";

type ListDeps = Pick<ApiDeps, "resources" | "documents" | "clock">;

export interface ModelFilter {
  datasetId?: string;
  /** Also models of the owner's other datasets that repeat the recipe of one of these, or whose recipe one of these repeats. */
  related?: boolean;
  /** `all` does not filter. */
  productType?: string | undefined;
  /** Id of an account, to list only its models. */
  owner?: string | undefined;
  /** Outlier detection: limit on contamination for the metrics; as trained by default. */
  maxFpr?: number | undefined;
}

/** Returns the models that the user may see, oldest first, without models whose dataset is missing or being deleted. */
export async function listModels(deps: ListDeps, user: User, filter: ModelFilter = {}): Promise<ModelAnswer[]> {
  const found = (filter.related ? await relatedParts(deps, user, filter) : await modelParts(deps, user, filter)).flatMap(
    ({ resource: model, dataset }) => (!isMarkedDeleted(model) && matchesProduct(filter.productType, dataset) ? [{ model, dataset }] : []),
  );
  found.sort((a, b) => compareCreation(a.model, b.model));
  return await describeModels(deps, user, found, filter.maxFpr);
}

async function modelParts(deps: ListDeps, user: User, { datasetId, owner }: ModelFilter) {
  const datasets = await accessibleDatasets(deps, user, datasetId);
  return await listParts(deps, user, "Model", { datasets, where: { owner, datasetRef: datasetId } });
}

async function relatedParts(deps: ListDeps, user: User, { datasetId = "" }: ModelFilter) {
  const owner = (await deps.resources.get("Dataset", datasetId))?.spec.owner;
  const parts = await modelParts(deps, user, { owner });
  const there = parts.filter(({ resource }) => !isMarkedDeleted(resource)).map(({ resource }) => resource);
  const names = relatedModels(there, datasetId);
  return parts.filter(({ resource }) => names.has(resource.metadata.name));
}

/** Returns the model as the API answers it. `maxFpr` is a limit for an outlier detector's figures instead of its own. */
export async function describeModel(deps: ListDeps, user: User, found: ModelInDataset, maxFpr?: number): Promise<ModelAnswer> {
  const [answer] = await describeModels(deps, user, [found], maxFpr);
  return answer!;
}

async function describeModels(deps: ListDeps, user: User, found: ModelInDataset[], maxFpr?: number): Promise<ModelAnswer[]> {
  const { documents } = deps;
  const models = found.map(({ model }) => model);
  const [owners, revoked, progress] = await Promise.all([
    documents.collection(COLLECTIONS.users).getMany([...new Set(models.map(({ spec }) => spec.owner))]),
    revokedSubjects(documents, models.filter(isApiEnabled).map(modelSubject)),
    documents.collection(COLLECTIONS.progress).getMany(models.flatMap((model) => runningTraining(model) ?? [])),
  ]);
  const now = deps.clock.now();
  return await Promise.all(
    found.map(async ({ model, dataset }) => ({
      ...modelAnswer(model, {
        dataset,
        ownerName: owners.get(model.spec.owner)?.username ?? "",
        ownerRefusal: ownerRefusal(owners.get(model.spec.owner), dataset.spec.productType, now),
        tokenRevoked: revoked.has(model.metadata.uid),
        role: roleIn(user, dataset)!,
        progress: progress.get(runningTraining(model) ?? ""),
      }),
      ...(await indicatorsAtMaxFpr(deps, model, maxFpr)),
    })),
  );
}

type MetricFields = Pick<ModelAnswer, "indicators" | "train_indicators" | "intervals">;

/** Returns metrics for another limit, which only trained outlier detectors have. */
async function indicatorsAtMaxFpr(deps: ListDeps, model: Resource<"Model">, maxFpr: number | undefined): Promise<MetricFields | undefined> {
  if (maxFpr === undefined || model.spec.type !== "OCC" || model.status?.phase !== "success") return undefined;
  const { indicators, train_indicators, intervals = {} } = infoAtMaxFpr((await loadModelInfo(deps, model)).info, maxFpr);
  return { indicators, train_indicators, intervals };
}

/** Returns the task of a model that trains, by which its progress is stored. */
const runningTraining = (model: Resource<"Model">): string | undefined => (isTraining(model) ? model.status?.task : undefined);

const matchesProduct = (productType = "all", { spec }: Resource<"Dataset">): boolean =>
  productType === "all" || spec.productType === productType;
