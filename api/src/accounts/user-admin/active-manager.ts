import { COLLECTIONS, type User } from "@agatha/contracts";
import type { ApiDeps } from "../../deps.js";

export const isActiveManager = ({ auth, active }: User): boolean => auth === "manager" && active;

/** Returns true if there is an account that is an active manager. */
export async function hasActiveManager({ documents }: Pick<ApiDeps, "documents">): Promise<boolean> {
  return (await documents.collection(COLLECTIONS.users).find()).some(isActiveManager);
}
