import { ownersOfKind, type Resource } from "../kinds/index.js";

/** Returns true if the automatic training of this uid made the model. */
export function isChildOf(model: Pick<Resource<"Model">, "metadata">, autoModelUid: string | undefined): boolean {
  return ownersOfKind(model, "AutoModel").some(({ uid }) => uid === autoModelUid);
}
