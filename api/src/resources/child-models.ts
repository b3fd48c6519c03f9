import type { Resource } from "@agatha/contracts";
import { isChildOf } from "@agatha/contracts/automatic-training/is-child-of";
import type { ApiDeps } from "../deps.js";

/** Returns the models of an automatic training, deleted ones too. */
export async function childModels(
  deps: Pick<ApiDeps, "resources">,
  { metadata, spec }: Resource<"AutoModel">,
): Promise<Resource<"Model">[]> {
  const { items } = await deps.resources.list("Model", { datasetRef: spec.datasetRef });
  return items.filter((model) => isChildOf(model, metadata.uid));
}
