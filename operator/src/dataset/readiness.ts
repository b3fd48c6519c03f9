import { ERRORS, isMarkedDeleted, ownersOfKind, type Resource } from "@agatha/contracts";
import type { WaitingReason } from "../status/condition-messages.js";

/** Whether the dataset of a model or automatic training is ready for training. */
export type DatasetReadiness =
  | { is: "ready"; dataset: Resource<"Dataset"> }
  | ({ is: "waiting"; dataset?: Resource<"Dataset"> | undefined } & WaitingReason)
  | { is: "failed"; dataset?: Resource<"Dataset"> | undefined; reason: string; message: string };

/** Returns the readiness. `dataset` is the object that the model's reference currently resolves to. Pure function. */
export function datasetReadiness(
  model: Resource<"Model"> | Resource<"AutoModel">,
  dataset: Resource<"Dataset"> | undefined,
): DatasetReadiness {
  const [owner] = ownersOfKind(model, "Dataset");
  if (!dataset && !owner) {
    return {
      is: "waiting",
      reason: "DatasetNotFound",
      message: `There is no Dataset ${model.spec.datasetRef}. The work begins once it is there.`,
    };
  }
  // A new dataset of the same name is not the one that the model was created for.
  if (!dataset || (owner && owner.uid !== dataset.metadata.uid)) {
    return { is: "failed", reason: ERRORS.datasetNotFound, message: "The dataset is gone. Upload it again, and make the model anew." };
  }
  const { metadata, status = {} } = dataset;
  const notReady = (message: string) => ({ is: "waiting" as const, dataset, reason: "DatasetNotReady", message });
  if (isMarkedDeleted(dataset)) return notReady("The dataset was deleted. The work begins once that is undone.");
  if (status.observedGeneration !== metadata.generation) return notReady(NOT_READY);
  if (status.phase === "evaluating_finish" && status.table) return { is: "ready", dataset };
  if (status.phase === "preprocess_fail" || status.phase === "evaluating_fail") {
    const { reason = ERRORS.datasetUploadFailed, message = "" } = status;
    return { is: "failed", dataset, reason, message: `The dataset could not be read. ${message}`.trim() };
  }
  return notReady(NOT_READY);
}

const NOT_READY = "The dataset has to be ready first.";
