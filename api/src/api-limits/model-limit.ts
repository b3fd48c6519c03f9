/** Limit of an account's models. */
import { ERRORS, remainingQuota, type User } from "@agatha/contracts";
import { createMutexByKey } from "@agatha/contracts/mutex";
import type { ApiDeps } from "../deps.js";
import { ApiError } from "../http/api-error.js";
import { countUse } from "./account-use.js";

/** Further models that an owner may have. */
interface ModelRoom {
  left: number;
  /** Models that automatic trainings under way may still make, which `left` does not contain. */
  reserved: number;
}

const oneAtATime = createMutexByKey();

/**
 * Does `work`, which checks the owner's limit and creates or restores what takes its places, while no other such work for the owner runs
 * here. So one of two requests for the last place gets it. Another replica may take a place meanwhile: a creation checks again after it,
 * a restoration does not.
 */
export const withModelPlaces = <T>(owner: Pick<User, "id">, work: () => Promise<T>): Promise<T> => oneAtATime(owner.id, work);

/** Returns the error modelLimitReached, with the account's limit. */
export const modelLimitReached = ({ restriction }: User, room: Pick<ModelRoom, "reserved">): ApiError =>
  limitError(`The account may have ${restriction.modelLimit} models`, room);

/** Returns the error modelLimitReached. The message names automatic trainings that keep places. */
export function limitError(message: string, { reserved }: Pick<ModelRoom, "reserved">): ApiError {
  const underWay = `Automatic trainings under way may still make ${reserved} more: wait until they end, or cancel them`;
  return new ApiError(ERRORS.modelLimitReached, undefined, {}, reserved === 0 ? message : `${message}. ${underWay}`);
}

/** Returns how many more models the owner may have. `self`, the uid of a model or of an automatic training, does not count. */
export async function remainingModelQuota(deps: Pick<ApiDeps, "resources">, owner: User, self?: string): Promise<ModelRoom> {
  const limit = owner.restriction.modelLimit;
  if (limit < 0) return { left: Number.POSITIVE_INFINITY, reserved: 0 };
  const { all, reserved } = (await countUse(deps, owner.id, self))(owner.id);
  return { left: remainingQuota(limit, all + reserved), reserved };
}

/** Throws ApiError (modelLimitReached) if the owner may have no further model. `self`, a model's uid, does not count. */
export async function ensureRoomForModel(deps: Pick<ApiDeps, "resources">, owner: User, self?: string): Promise<void> {
  const room = await remainingModelQuota(deps, owner, self);
  if (room.left < 1) throw modelLimitReached(owner, room);
}

/** Throws ApiError (modelLimitReached) if the owner may have fewer further models than a deleted dataset has. */
export async function ensureRoomForRestored(deps: Pick<ApiDeps, "resources">, owner: User, models: number): Promise<void> {
  const room = await remainingModelQuota(deps, owner);
  if (models <= room.left) return;
  const { modelLimit } = owner.restriction;
  const message = `The account may have ${modelLimit} models. There is room for ${room.left} more, and the dataset has ${models}: delete other models first`;
  throw limitError(message, room);
}
