/** Limit of an account's models. */
import { ERRORS, remainingQuota, type User } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { ApiError } from "../http/api-error.js";
import { countModels } from "./model-counts.js";

/** Returns the error modelLimitReached, with the account's limit. */
export const modelLimitReached = ({ restriction }: User): ApiError =>
  new ApiError(ERRORS.modelLimitReached, undefined, {}, `The account may have ${restriction.modelLimit} models`);

/** Returns how many more models the owner may have. `self`, a model's uid, does not count. */
export async function remainingModelQuota({ resources }: Pick<ApiDeps, "resources">, owner: User, self?: string): Promise<number> {
  const limit = owner.restriction.modelLimit;
  if (limit < 0) return Number.POSITIVE_INFINITY;
  const { all } = (await countModels({ resources }, owner.id, { without: self }))(owner.id);
  return remainingQuota(limit, all);
}

/** Throws ApiError (modelLimitReached) if the owner may have fewer further models than a deleted dataset has. */
export async function ensureRoomForRestored(deps: Pick<ApiDeps, "resources">, owner: User, models: number): Promise<void> {
  const room = await remainingModelQuota(deps, owner);
  if (models <= room) return;
  const { modelLimit } = owner.restriction;
  const message = `The account may have ${modelLimit} models. There is room for ${room} more, and the dataset has ${models}: delete other models first`;
  throw new ApiError(ERRORS.modelLimitReached, undefined, {}, message);
}
