import { DELETED_AT_ANNOTATION, isMarkedDeleted, RESTORE_WINDOW_MS, type Resource, titleOf, type User } from "@agatha/contracts";
import type { TrashItem } from "@agatha/contracts/wire";
import { canAccess, ownerFilter } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";
import { loadSteps } from "../edit-history/store.js";
import { deletedTemplates } from "../edit-templates/service.js";
import { isRestorable, type RestorableKind } from "../resources/soft-delete.js";

type TrashDeps = Pick<ApiDeps, "resources" | "documents" | "clock">;
type Dataset = Resource<"Dataset">;

/** Returns what the user may restore, the latest first. */
export async function listTrash(deps: TrashDeps, user: User): Promise<TrashItem[]> {
  const where = ownerFilter(user);
  const [datasets, models, autoModels, evaluations, templates] = await Promise.all([
    deps.resources.list("Dataset", where),
    deps.resources.list("Model", where),
    deps.resources.list("AutoModel", where),
    deps.resources.list("Evaluation", where),
    deletedTemplates(deps, user),
  ]);
  const isShown = (one: Resource<RestorableKind>): boolean => canAccess(user, one) && isRestorable(one, deps.clock.now());
  const present = new Map(datasets.items.filter((one) => !isMarkedDeleted(one)).map((one) => [one.metadata.name, one]));
  const deletedTrainings = new Set(autoModels.items.filter(isShown).map(({ metadata }) => metadata.uid));
  const inDataset = <K extends "Model" | "AutoModel" | "Evaluation">(
    items: Resource<K>[],
    kind: TrashItem["kind"],
    title: (one: Resource<K>, dataset: Dataset) => string,
  ) =>
    items.filter(isShown).flatMap((one): TrashItem[] => {
      const dataset = present.get(one.spec.datasetRef);
      return dataset ? [{ ...itemOf(one, kind), title: title(one, dataset), ...datasetFields(dataset) }] : [];
    });
  const alone = models.items.filter((model) => !model.metadata.ownerReferences?.some(({ uid }) => deletedTrainings.has(uid)));
  const titles = new Map(models.items.map((model) => [model.metadata.name, titleOf(model)]));
  const items: TrashItem[] = [
    ...datasets.items.filter(isShown).map((one) => ({ ...itemOf(one, "dataset"), title: titleOf(one), ...NO_DATASET })),
    ...inDataset(alone, "model", titleOf),
    ...inDataset(autoModels.items, "automodel", ({ spec }, dataset) => spec.response ?? titleOf(dataset)),
    ...inDataset(evaluations.items, "evaluation", ({ spec }) => spec.models.map((name) => titles.get(name) ?? name).join(", ")),
    ...(await deletedEntries(deps, user, [...present.values()])),
    ...templates.map(({ id, owner, name, deletedAt = "" }) => ({
      kind: "extraction_template" as const,
      id,
      title: name,
      owner_id: owner,
      ...NO_DATASET,
      ...timesOf(deletedAt),
    })),
  ];
  return items.sort((a, b) => Date.parse(b.deleted_at) - Date.parse(a.deleted_at));
}

const NO_DATASET = { dataset_id: null, dataset_title: null };

function datasetFields(dataset: Dataset): Pick<TrashItem, "dataset_id" | "dataset_title"> {
  return { dataset_id: dataset.metadata.name, dataset_title: titleOf(dataset) };
}

function itemOf<K extends TrashItem["kind"]>({ metadata, spec }: Resource<RestorableKind>, kind: K) {
  return { kind, id: metadata.name, owner_id: spec.owner, ...timesOf(metadata.annotations?.[DELETED_AT_ANNOTATION] ?? "") };
}

function timesOf(deletedAt: string): Pick<TrashItem, "deleted_at" | "restorable_until"> {
  const at = Date.parse(deletedAt);
  return { deleted_at: new Date(at).toISOString(), restorable_until: new Date(at + RESTORE_WINDOW_MS).toISOString() };
}

async function deletedEntries(deps: TrashDeps, user: User, datasets: Dataset[]): Promise<TrashItem[]> {
  const own = datasets.filter((dataset) => canAccess(user, dataset));
  const found = await Promise.all(
    own.map(async (dataset) => {
      const entries = await loadSteps(deps, dataset);
      return entries.flatMap(({ id, cond, deletedAt }): TrashItem[] =>
        deletedAt === undefined
          ? []
          : [{ kind: "extraction", id, title: cond, owner_id: dataset.spec.owner, ...datasetFields(dataset), ...timesOf(deletedAt) }],
      );
    }),
  );
  return found.flat();
}
