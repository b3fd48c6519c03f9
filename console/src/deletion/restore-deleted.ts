import type { ApiClient } from "@agatha/contracts/client";
import type { TrashItem } from "@agatha/contracts/wire";

type DeletedItem = Pick<TrashItem, "kind" | "id" | "dataset_id">;

/** Takes a deletion back, which works for a day. Throws ApiError. */
export async function restoreDeleted(api: ApiClient, { kind, id, dataset_id }: DeletedItem): Promise<void> {
  const datasetId = dataset_id ?? "";
  const calls = {
    dataset: () => api.restoreDataset(id),
    model: () => api.restoreModel(datasetId, id),
    automodel: () => api.restoreAutoModel(datasetId, id),
    evaluation: () => api.restoreEvaluation(datasetId, id),
    extraction: () => api.restoreExtraction(datasetId, id),
    extraction_template: () => api.restoreTemplate(id),
  } satisfies Record<TrashItem["kind"], () => Promise<unknown>>;
  await calls[kind]();
}
