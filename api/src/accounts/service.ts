import { COLLECTIONS, ERRORS, NotFound, type User } from "@agatha/contracts";
import type { loginRequest, UserAnswer } from "@agatha/contracts/wire";
import type { z } from "zod";
import { countUse } from "../api-limits/account-use.js";
import { recordHourly } from "../audit/record-audit.js";
import type { ApiDeps } from "../deps.js";
import { ApiError } from "../http/api-error.js";
import { userAnswer } from "./answer.js";
import { limitGuesses } from "./guess-limit.js";
import { verifyPassword } from "./passwords/password-hash.js";
import { consumeCode, hasSecondFactor } from "./second-factor/second-factor.js";

/** Returns the account as the API answers it, with the numbers of its models and its licence stage at this time. */
export async function describeUser(deps: ApiDeps, user: User): Promise<UserAnswer> {
  return userAnswer(user, (await countUse(deps, user.id))(user.id), deps.clock.now());
}

/**
 * Returns the account as it was when its password was verified. Throws ApiError: wrongCredentials for a wrong name and for a wrong
 * password alike, and only if the password is right accountDisabled, codeRequired and wrongCode; tooManyRequests after too many
 * wrong ones.
 */
export async function authenticate(deps: ApiDeps, request: z.output<typeof loginRequest>, address: string | undefined): Promise<User> {
  const { username, password, code } = request;
  const user = await limitGuesses(deps, { kind: "password", account: username, address }, async () => {
    const [found] = await deps.documents.collection(COLLECTIONS.users).find({ where: { username } });
    const matches = await verifyPassword(password, found?.passwordHash);
    // The name is not recorded: it may be a password that was typed into the wrong field.
    if (!found) return { wrong: "unknown account", userId: "" };
    return matches ? { right: found } : { wrong: "wrong password", userId: found.id };
  });
  if (!user) throw new ApiError(ERRORS.wrongCredentials);
  if (!user.active) {
    await recordHourly(deps, user.id, { action: "login.failure", target: user.id, detail: { address, reason: "disabled account" } });
    throw new ApiError(ERRORS.accountDisabled);
  }
  if (hasSecondFactor(user)) await verifyCode(deps, user, code, address);
  return user;
}

async function verifyCode(deps: ApiDeps, { id }: User, code: string | undefined, address: string | undefined): Promise<void> {
  if (code === undefined) throw new ApiError(ERRORS.codeRequired);
  const right = await limitGuesses(deps, { kind: "code", account: id, address }, async () =>
    (await consumeCode(deps, id, code)) ? { right: true } : { wrong: "wrong code", userId: id },
  );
  if (!right) throw new ApiError(ERRORS.wrongCode);
}

/** Returns every account for managers and only the own account for other users, because contracts and limits are private. */
export async function listUsers(deps: ApiDeps, viewer: User): Promise<UserAnswer[]> {
  const users = viewer.auth === "manager" ? await deps.documents.collection(COLLECTIONS.users).find() : [viewer];
  return await describeUsers(deps, users);
}

/** Returns the same for several accounts, in their order. It counts the models once for all. */
export async function describeUsers(deps: ApiDeps, users: User[]): Promise<UserAnswer[]> {
  const useOf = await countUse(deps);
  return users.map((user) => userAnswer(user, useOf(user.id), deps.clock.now()));
}

/** Returns an account. Throws NotFound if it does not exist or the viewer may not see it. */
export async function getUser(deps: ApiDeps, viewer: User, id: string): Promise<UserAnswer> {
  const found = (await listUsers(deps, viewer)).find((user) => user.id === id);
  if (!found) throw new NotFound(`user ${id}`, ERRORS.userNotFound);
  return found;
}
