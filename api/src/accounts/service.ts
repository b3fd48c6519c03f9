import { COLLECTIONS, ERRORS, NotFound, type User } from "@agatha/contracts";
import type { UserAnswer } from "@agatha/contracts/wire";
import { countEnabledModels } from "../api-limits/enabled-models.js";
import type { ApiDeps } from "../deps.js";
import { ApiError } from "../http/api-error.js";
import { userAnswer } from "./answer.js";
import { verifyPassword } from "./password-hash.js";

export async function describeUser(deps: ApiDeps, user: User): Promise<UserAnswer> {
  return userAnswer(user, (await countEnabledModels(deps, user.id))(user.id), deps.clock.now());
}

/**
 * Returns the account. Throws wrongCredentials for a wrong name and for a wrong password alike, and accountDisabled for a
 * disabled account if the password is right.
 */
export async function authenticate(deps: ApiDeps, username: string, password: string): Promise<User> {
  const [user] = await deps.documents.collection(COLLECTIONS.users).find({ where: { username } });
  const matches = await verifyPassword(password, user?.passwordHash);
  if (!user || !matches) throw new ApiError(ERRORS.wrongCredentials);
  if (!user.active) throw new ApiError(ERRORS.accountDisabled);
  return user;
}

/** Returns every account for managers and only the own account for other users, because contracts and limits are private. */
export async function listUsers(deps: ApiDeps, viewer: User): Promise<UserAnswer[]> {
  const users = viewer.auth === "manager" ? await deps.documents.collection(COLLECTIONS.users).find() : [viewer];
  return await describeUsers(deps, users);
}

export async function describeUsers(deps: ApiDeps, users: User[]): Promise<UserAnswer[]> {
  const enabled = await countEnabledModels(deps);
  return users.map((user) => userAnswer(user, enabled(user.id), deps.clock.now()));
}

/** Returns an account. Throws NotFound if it does not exist or the viewer may not see it. */
export async function getUser(deps: ApiDeps, viewer: User, id: string): Promise<UserAnswer> {
  const found = (await listUsers(deps, viewer)).find((user) => user.id === id);
  if (!found) throw new NotFound(`user ${id}`);
  return found;
}
