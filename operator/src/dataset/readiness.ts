import { ERRORS, isMarkedDeleted, type Resource } from "@agatha/contracts";

/** Whether the dataset of a model or batch can be learned from. */
export type DatasetReadiness =
  | { is: "ready"; dataset: Resource<"Dataset"> }
  | { is: "waiting"; dataset: Resource<"Dataset"> }
  | { is: "failed"; dataset?: Resource<"Dataset"> | undefined; reason: string; message: string };

/** Pure. `dataset` is what the model's reference leads to at present. */
export function datasetReadiness(
  model: Pick<Resource<"Model" | "AutoModel">, "metadata">,
  dataset: Resource<"Dataset"> | undefined,
): DatasetReadiness {
  const owner = model.metadata.ownerReferences?.find(({ kind }) => kind === "Dataset");
  // Another dataset under the same name is not the one that the model was made for.
  if (!dataset || (owner && owner.uid !== dataset.metadata.uid)) {
    return { is: "failed", reason: ERRORS.datasetNotFound, message: "The dataset is gone. Upload it again, and make the model anew." };
  }
  const { metadata, status = {} } = dataset;
  if (isMarkedDeleted(dataset) || status.observedGeneration !== metadata.generation) return { is: "waiting", dataset };
  if (status.phase === "evaluating_finish" && status.table) return { is: "ready", dataset };
  if (status.phase === "preprocess_fail" || status.phase === "evaluating_fail") {
    const { reason = ERRORS.datasetUploadFailed, message = "" } = status;
    return { is: "failed", dataset, reason, message: `The dataset could not be read. ${message}`.trim() };
  }
  return { is: "waiting", dataset };
}
