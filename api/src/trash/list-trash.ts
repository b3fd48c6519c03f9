import { DELETED_AT_ANNOTATION, isMarkedDeleted, RESTORE_WINDOW_MS, type Resource, titleOf, type User } from "@agatha/contracts";
import type { TrashItem } from "@agatha/contracts/wire";
import { listDatasets, listParts } from "../datasets/access.js";
import { ownerNames } from "../datasets/answer.js";
import { canAccess, roleIn } from "../datasets/roles.js";
import type { ApiDeps } from "../deps.js";
import { loadSteps } from "../edit-history/store.js";
import { deletedTemplates } from "../edit-templates/service.js";
import { isRestorable, type RestorableKind } from "../resources/soft-delete.js";

type TrashDeps = Pick<ApiDeps, "resources" | "documents" | "clock">;
type Dataset = Resource<"Dataset">;
type UnnamedItem = Omit<TrashItem, "owner_name">;

/** Returns what the user may restore, the latest first: whatever is in their datasets and in those that they edit. */
export async function listTrash(deps: TrashDeps, user: User): Promise<TrashItem[]> {
  const datasets = (await listDatasets(deps, user)).filter((dataset) => roleIn(user, dataset) !== "viewer");
  const present = datasets.filter((one) => !isMarkedDeleted(one));
  const [models, autoModels, evaluations, templates] = await Promise.all([
    listParts(deps, user, "Model", { datasets: present }),
    listParts(deps, user, "AutoModel", { datasets: present }),
    listParts(deps, user, "Evaluation", { datasets: present }),
    deletedTemplates(deps, user),
  ]);
  const isShown = (one: Resource<RestorableKind>): boolean => isRestorable(one, deps.clock.now());
  const deletedTrainings = new Set(autoModels.filter(({ resource }) => isShown(resource)).map(({ resource }) => resource.metadata.uid));
  const inDataset = <K extends "Model" | "AutoModel" | "Evaluation">(
    parts: { resource: Resource<K>; dataset: Dataset }[],
    kind: TrashItem["kind"],
    told: (one: Resource<K>, dataset: Dataset) => Pick<TrashItem, "title" | "models">,
  ) =>
    parts
      .filter(({ resource }) => isShown(resource))
      .map(
        ({ resource, dataset }): UnnamedItem => ({
          ...itemOf(resource, kind),
          ...told(resource, dataset),
          ...datasetFields(user, dataset),
        }),
      );
  const alone = models.filter(({ resource }) => !resource.metadata.ownerReferences?.some(({ uid }) => deletedTrainings.has(uid)));
  const titles = new Map(models.map(({ resource }) => [resource.metadata.name, titleOf(resource)]));
  const items: UnnamedItem[] = [
    ...datasets
      .filter((one) => canAccess(user, one) && isShown(one))
      .map((one) => ({ ...itemOf(one, "dataset"), title: titleOf(one), ...NO_DATASET, role: roleIn(user, one)! })),
    ...inDataset(alone, "model", (model) => ({ title: titleOf(model) })),
    ...inDataset(autoModels, "automodel", ({ spec }, dataset) => ({ title: spec.response ?? titleOf(dataset) })),
    ...inDataset(evaluations, "evaluation", ({ spec }) => comparisonTitle(spec.models.map((name) => titles.get(name) ?? name))),
    ...(await deletedEntries(deps, user, present)),
    ...templates.map(({ id, owner, name, deletedAt = "" }) => ({
      kind: "extraction_template" as const,
      id,
      title: name,
      owner_id: owner,
      role: owner === user.id ? ("owner" as const) : ("manager" as const),
      ...NO_DATASET,
      ...timesOf(deletedAt),
    })),
  ];
  items.sort((a, b) => Date.parse(b.deleted_at) - Date.parse(a.deleted_at));
  const names = await ownerNames(
    deps,
    user,
    items.map(({ owner_id }) => owner_id),
  );
  return items.map((item) => ({ ...item, owner_name: names.get(item.owner_id) ?? "" }));
}

const NO_DATASET = { dataset_id: null, dataset_title: null };

function comparisonTitle(models: string[]): Pick<TrashItem, "title" | "models"> {
  return { title: models.join(", "), models };
}

function datasetFields(user: User, dataset: Dataset): Pick<TrashItem, "dataset_id" | "dataset_title" | "role"> {
  return { dataset_id: dataset.metadata.name, dataset_title: titleOf(dataset), role: roleIn(user, dataset)! };
}

function itemOf<K extends TrashItem["kind"]>({ metadata, spec }: Resource<RestorableKind>, kind: K) {
  return { kind, id: metadata.name, owner_id: spec.owner, ...timesOf(metadata.annotations?.[DELETED_AT_ANNOTATION] ?? "") };
}

function timesOf(deletedAt: string): Pick<TrashItem, "deleted_at" | "restorable_until"> {
  const at = Date.parse(deletedAt);
  return { deleted_at: new Date(at).toISOString(), restorable_until: new Date(at + RESTORE_WINDOW_MS).toISOString() };
}

async function deletedEntries(deps: TrashDeps, user: User, datasets: Dataset[]): Promise<UnnamedItem[]> {
  const found = await Promise.all(
    datasets.map(async (dataset) => {
      const deleted = (await loadSteps(deps, dataset)).filter(({ deletedAt }) => deletedAt !== undefined);
      const labels = labelsOf(dataset);
      return deleted.map(
        ({ id, cond, spec, deletedAt = "" }): UnnamedItem => ({
          kind: "extraction",
          id,
          title: cond,
          spec,
          labels,
          owner_id: dataset.spec.owner,
          ...datasetFields(user, dataset),
          ...timesOf(deletedAt),
        }),
      );
    }),
  );
  return found.flat();
}

function labelsOf({ spec }: Dataset): Record<string, string> {
  return Object.fromEntries((spec.columns ?? []).flatMap(({ name, label }) => (label === undefined ? [] : [[name, label]])));
}
