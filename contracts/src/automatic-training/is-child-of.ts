import type { Resource } from "../kinds/index.js";

/** Returns true if the automatic training of this uid made the model. */
export function isChildOf({ metadata }: Pick<Resource<"Model">, "metadata">, autoModelUid: string | undefined): boolean {
  return (metadata.ownerReferences ?? []).some(({ kind, uid }) => kind === "AutoModel" && uid === autoModelUid);
}
