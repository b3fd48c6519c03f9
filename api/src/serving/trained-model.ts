import { COLLECTIONS, ERRORS, InvalidInput, type ModelInfoDocument, type ModelStatus, type Resource } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";

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

/** Returns a model's info. Throws modelNotTrained for an untrained model. */
export async function loadModelInfo(deps: Pick<ApiDeps, "documents">, model: Resource<"Model">): Promise<ModelInfoDocument> {
  const { info } = trainedArtifact(model);
  const found = await deps.documents.collection(COLLECTIONS.modelInfos).get(info);
  if (!found) throw new Error(`model ${model.metadata.name}: document ${info} is missing`);
  return found;
}
