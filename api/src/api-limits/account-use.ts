import type { ApiDeps } from "../deps.js";
import { countModels, type ModelCounts } from "./model-counts.js";
import { countReservedModels } from "./reserved-models.js";

/** What is used of the limits of an account. */
export interface AccountUse extends ModelCounts {
  /** Models that automatic trainings under way may still make. */
  reserved: number;
}

/** Returns what each account uses. With an owner, it counts only that owner's models. */
export async function countUse(deps: Pick<ApiDeps, "resources">, owner?: string): Promise<(userId: string) => AccountUse> {
  const [countsOf, reservedOf] = await Promise.all([countModels(deps, owner), countReservedModels(deps, owner)]);
  return (userId) => ({ ...countsOf(userId), reserved: reservedOf(userId) });
}
