import { CANCEL_ANNOTATION, isGone, type Resource, type Selection, type User } from "@agatha/contracts";
import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { accessibleDatasets, mayUse, seenBy } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";
import { algorithmsOf } from "../models/algorithms.js";
import type { BatchInDataset } from "./access.js";

type ListingDeps = Pick<ApiDeps, "resources">;

/** The batches that the user may see, oldest first; of one dataset, or of all. */
export async function listBatches(deps: ListingDeps, user: User, datasetId?: string): Promise<AutoModelAnswer[]> {
  const where = { ...seenBy(user), datasetRef: datasetId };
  const [{ items }, datasets] = await Promise.all([deps.resources.list("AutoModel", where), accessibleDatasets(deps, user, datasetId)]);
  const datasetByName = new Map(datasets.map((dataset) => [dataset.metadata.name, dataset]));
  const found = items.flatMap((batch): BatchInDataset[] => {
    const dataset = datasetByName.get(batch.spec.datasetRef);
    return dataset && !batch.metadata.deletionTimestamp && mayUse(user, batch) ? [{ batch, dataset }] : [];
  });
  found.sort((a, b) => ageOf(a.batch).localeCompare(ageOf(b.batch)));
  return await describeBatches(deps, found, where);
}

export async function describeBatch(deps: ListingDeps, found: BatchInDataset): Promise<AutoModelAnswer> {
  const [answer] = await describeBatches(deps, [found], { datasetRef: found.dataset.metadata.name });
  return answer!;
}

/** `where` selects their models. */
async function describeBatches(deps: ListingDeps, found: BatchInDataset[], where: Selection<"Model">): Promise<AutoModelAnswer[]> {
  const { items } = await deps.resources.list("Model", where);
  const models = new Map(items.filter((model) => !isGone(model)).map((model) => [model.metadata.name, model]));
  return found.map((each) => answerOf(each, models));
}

function answerOf({ batch, dataset }: BatchInDataset, models: ReadonlyMap<string, Resource<"Model">>): AutoModelAnswer {
  const { metadata, spec, status = {} } = batch;
  const { bestModel } = status;
  const done = status.phase === "fitting_finished";
  return {
    id: metadata.name,
    dataset_id: spec.datasetRef,
    dataset_name: dataset.spec.displayName,
    product_type: dataset.spec.productType,
    mode: spec.mode,
    model_type: status.type ?? spec.type ?? null,
    response: spec.response ?? null,
    use_extraction: spec.extraction !== undefined,
    status: status.phase ?? "fitting_processing",
    model_id: done && bestModel !== undefined && models.has(bestModel) ? bestModel : null,
    models: (status.models ?? []).flatMap(({ name, phase, indicators = {}, dropped }) => {
      const model = models.get(name);
      return model && !dropped
        ? [{ id: name, name: model.spec.displayName, algorithms: algorithmsOf(model), status: phase, indicators }]
        : [];
    }),
    left_out: status.leftOut ?? [],
    limits: { models: spec.limits.models, seconds: spec.limits.seconds },
    enabling: spec.enabling,
    enabling_message: status.conditions?.find(({ type }) => type === "Enabled")?.message ?? null,
    cancelled: metadata.annotations?.[CANCEL_ANNOTATION] === "true",
    reason: status.reason ?? null,
    message: status.message ?? null,
    owner_id: spec.owner,
    created_at: new Date(metadata.creationTimestamp).toISOString(),
    started_at: status.startedAt ?? null,
    finished_at: status.finishedAt ?? null,
  };
}

/** Names break ties of what was created within one second. */
const ageOf = ({ metadata }: Resource<"AutoModel">): string => `${metadata.creationTimestamp} ${metadata.name}`;
