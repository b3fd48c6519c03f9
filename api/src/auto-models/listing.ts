import {
  type AutoModelStatus,
  type AutoModelTrial,
  chosenRankBy,
  effectiveRankBy,
  isCancelled,
  isMarkedDeleted,
  type Resource,
  titleOf,
  type User,
} from "@agatha/contracts";
import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { accessibleDatasets, listParts } from "../datasets/access.js";
import { roleIn } from "../datasets/roles.js";
import type { ApiDeps } from "../deps.js";
import { algorithmsOf } from "../models/answer.js";
import { compareCreation } from "../resources/creation-order.js";
import type { AutoModelInDataset } from "./access.js";

type ListDeps = Pick<ApiDeps, "resources">;

/** Returns the automatic trainings that the user may see, oldest first: of one dataset, or of all. */
export async function listAutoModels(deps: ListDeps, user: User, datasetId?: string): Promise<AutoModelAnswer[]> {
  const wanted = { datasets: await accessibleDatasets(deps, user, datasetId), where: { datasetRef: datasetId } };
  const [autoModels, models] = await Promise.all([listParts(deps, user, "AutoModel", wanted), listParts(deps, user, "Model", wanted)]);
  const found = autoModels.flatMap(({ resource: autoModel, dataset }) => (isMarkedDeleted(autoModel) ? [] : [{ autoModel, dataset }]));
  found.sort((a, b) => compareCreation(a.autoModel, b.autoModel));
  const present = presentByName(models.map(({ resource }) => resource));
  return found.map((each) => autoModelAnswerOf(user, each, present));
}

/** Returns the automatic training as the API answers it, with those of its models that still exist. */
export async function describeAutoModel(deps: ListDeps, user: User, found: AutoModelInDataset): Promise<AutoModelAnswer> {
  const { items } = await deps.resources.list("Model", { datasetRef: found.dataset.metadata.name });
  return autoModelAnswerOf(user, found, presentByName(items));
}

function presentByName(models: Resource<"Model">[]): Map<string, Resource<"Model">> {
  return new Map(models.filter((model) => !isMarkedDeleted(model)).map((model) => [model.metadata.name, model]));
}

function autoModelAnswerOf(
  user: User,
  { autoModel, dataset }: AutoModelInDataset,
  models: ReadonlyMap<string, Resource<"Model">>,
): AutoModelAnswer {
  const { metadata, spec, status = {} } = autoModel;
  const { bestModel, type = spec.type } = status;
  const done = status.phase === "fitting_finished";
  return {
    id: metadata.name,
    dataset_id: spec.datasetRef,
    dataset_name: dataset.spec.displayName,
    dataset_title: titleOf(dataset),
    product_type: dataset.spec.productType,
    mode: spec.mode,
    model_type: type ?? null,
    response: spec.response ?? null,
    use_extraction: spec.extraction !== undefined,
    status: status.phase ?? "fitting_processing",
    model_id: done && bestModel !== undefined && models.has(bestModel) ? bestModel : null,
    models: trialAnswersOf(status, models),
    not_tried: status.notTried ?? [],
    expected: status.expected ?? null,
    left_out: status.leftOut ?? [],
    validation: spec.validation ?? null,
    rank_by:
      type === undefined
        ? null
        : effectiveRankBy(type, chosenRankBy(spec, type), {
            labelled: spec.semilabel !== undefined,
            series: spec.timeSeries !== undefined,
          }),
    limits: { models: spec.limits.models, seconds: spec.limits.seconds },
    enabling: spec.enabling,
    enabling_message: status.conditions?.find(({ type }) => type === "Enabled")?.message ?? null,
    cancelled: isCancelled(autoModel),
    reason: status.reason ?? null,
    message: status.message ?? null,
    owner_id: spec.owner,
    role: roleIn(user, dataset)!,
    created_at: new Date(metadata.creationTimestamp).toISOString(),
    started_at: status.startedAt ?? null,
    finished_at: status.finishedAt ?? null,
  };
}

/** Returns the models of an automatic training that still exist, in the order of its status. */
function trialAnswersOf(
  { models: lines = [] }: AutoModelStatus,
  models: ReadonlyMap<string, Resource<"Model">>,
): AutoModelAnswer["models"] {
  return lines.flatMap((line) => {
    const model = line.dropped ? undefined : models.get(line.name);
    return model ? [trialAnswerOf(line, model)] : [];
  });
}

function trialAnswerOf(
  { name, phase, indicators = {}, earlierRows = false, tied = false, endedEarly }: AutoModelTrial,
  model: Resource<"Model">,
): AutoModelAnswer["models"][number] {
  return {
    id: name,
    name: model.spec.displayName,
    title: titleOf(model),
    algorithms: algorithmsOf(model),
    status: phase,
    indicators,
    before_decision: model.spec.decision !== undefined,
    earlier_rows: earlierRows,
    tied,
    ended_early: endedEarly ?? null,
  };
}
