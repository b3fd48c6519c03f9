import type { Resource } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";

/** Returns the automatic training that made a model; undefined for other models, and once it is gone. */
export async function automaticTrainingOf(
  { resources }: Pick<ApiDeps, "resources">,
  { metadata }: Resource<"Model">,
): Promise<Resource<"AutoModel"> | undefined> {
  const owner = metadata.ownerReferences?.find(({ kind }) => kind === "AutoModel");
  return owner && (await resources.get("AutoModel", owner.name));
}
