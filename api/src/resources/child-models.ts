import type { Resource } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";

/** Returns the models of an automatic training, deleted ones too. */
export async function childModels(
  deps: Pick<ApiDeps, "resources">,
  { metadata, spec }: Resource<"AutoModel">,
): Promise<Resource<"Model">[]> {
  const { items } = await deps.resources.list("Model", { datasetRef: spec.datasetRef });
  return items.filter((model) => isChildOf(model, metadata.uid));
}

/** Returns true if the automatic training of this uid made the model. */
export function isChildOf({ metadata }: Resource<"Model">, autoModelUid: string | undefined): boolean {
  return (metadata.ownerReferences ?? []).some(({ uid }) => uid === autoModelUid);
}
