import { COLLECTIONS, ERRORS, InvalidInput, type ModelInfoDocument, type ModelStatus, type Resource, titleOf } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { ApiError } from "../http/api-error.js";

export type ModelArtifact = NonNullable<ModelStatus["artifact"]>;

/** Returns the artifact of a successful training. Throws modelNotTrained if there is none. */
export function trainedArtifact({ status }: Resource<"Model">): ModelArtifact {
  if (status?.phase !== "success" || !status.artifact) {
    throw new InvalidInput(ERRORS.modelNotTrained, {
      path: "",
      message: `The model's status is ${status?.phase ?? "init"}, and has to be success`,
    });
  }
  return status.artifact;
}

/** Returns a model's info. Throws modelNotTrained for an untrained model, and storedDataDamaged if the info is lost. */
export async function loadModelInfo(deps: Pick<ApiDeps, "documents">, model: Resource<"Model">): Promise<ModelInfoDocument> {
  const { info } = trainedArtifact(model);
  const found = await deps.documents.collection(COLLECTIONS.modelInfos).get(info);
  if (found) return found;
  const remedy = "Train the model again, or ask the administrator to restore it from a backup";
  throw new ApiError(
    ERRORS.storedDataDamaged,
    undefined,
    {},
    `The description of the model "${titleOf(model)}" is missing. ${remedy}. The document is ${info}`,
  );
}
