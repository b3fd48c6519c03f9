import { ownersOfKind, type Resource } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";

/** Returns the automatic training that made a model; undefined for other models, and once it is gone. */
export async function automaticTrainingOf(
  { resources }: Pick<ApiDeps, "resources">,
  model: Resource<"Model">,
): Promise<Resource<"AutoModel"> | undefined> {
  const [owner] = ownersOfKind(model, "AutoModel");
  return owner && (await resources.get("AutoModel", owner.name));
}
