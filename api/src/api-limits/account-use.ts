import type { ApiDeps } from "../deps.js";
import { countModels, type ModelCounts } from "./model-counts.js";
import { countReservedModels } from "./reserved-models.js";

/** What is used of the limits of an account. */
export interface AccountUse extends ModelCounts {
  /** Models that automatic trainings under way may still make. */
  reserved: number;
}

/**
 * Returns what each account uses. With an owner, it counts only that owner's models. `without` is the uid of a model or of an automatic
 * training that does not count.
 */
export async function countUse(
  deps: Pick<ApiDeps, "resources">,
  owner?: string,
  without?: string,
): Promise<(userId: string) => AccountUse> {
  const [countsOf, reservedOf] = await Promise.all([countModels(deps, owner, { without }), countReservedModels(deps, owner, without)]);
  return (userId) => ({ ...countsOf(userId), reserved: reservedOf(userId) });
}
