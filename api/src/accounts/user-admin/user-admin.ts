/** Managers' operations on accounts. Each change is written to the audit trail first. */
import { randomUUID } from "node:crypto";
import { AlreadyExists, COLLECTIONS, ERRORS, InvalidInput, isoTime, type NewDocument, NotFound, type User } from "@agatha/contracts";
import type { AccountSettings, CreateUserRequest, UserAnswer } from "@agatha/contracts/wire";
import { recordAudit } from "../../audit/record-audit.js";
import type { ApiDeps } from "../../deps.js";
import { forbidden } from "../../http/api-error.js";
import { closeUserSessions } from "../../http/sessions.js";
import { applySettings } from "../apply-settings.js";
import { hashPassword, UNUSABLE_PASSWORD } from "../passwords/password-hash.js";
import { ensureAcceptablePassword } from "../passwords/password-rules.js";
import { describeUser } from "../service.js";
import { updateUser } from "../update-user.js";
import { hasActiveManager, isActiveManager } from "./active-manager.js";
import { newAccount } from "./new-account.js";

/**
 * Creates an account. Throws ApiError (permissionDenied: not a manager) and InvalidInput (duplicateUsername: the name is taken;
 * commonPassword; badRequest: the contract is invalid).
 */
export async function createUser(deps: ApiDeps, manager: User, { password, ...wanted }: CreateUserRequest): Promise<UserAnswer> {
  ensureManager(manager);
  if ((await deps.documents.collection(COLLECTIONS.users).count({ username: wanted.username })) > 0) throw usernameTaken(wanted.username);
  const account = buildUser(deps, wanted);
  if (password !== undefined) await ensureAcceptablePassword(password, "password");
  const passwordHash = password === undefined ? UNUSABLE_PASSWORD : await hashPassword(password);
  return await describeUser(deps, await insertUser(deps, manager, { ...account, passwordHash }, wanted));
}

type NewUserSettings = AccountSettings & { username: string };

/** Returns the requested account, without a password. Throws InvalidInput (badRequest) for an invalid contract. */
export function buildUser({ clock }: Pick<ApiDeps, "clock">, { username, ...settings }: NewUserSettings): NewDocument<User> {
  const identity = { id: randomUUID(), username, passwordHash: UNUSABLE_PASSWORD, createdAt: isoTime(clock) };
  return applySettings(newAccount(identity), settings);
}

/** Inserts the account. Throws InvalidInput (duplicateUsername) if the name is taken. */
export async function insertUser(deps: ApiDeps, manager: User, account: NewDocument<User>, wanted: NewUserSettings): Promise<User> {
  await recordAudit(deps, manager, { action: "user.create", target: account.id, detail: { ...wanted } });
  try {
    return await deps.documents.collection(COLLECTIONS.users).insert(account);
  } catch (error) {
    if (error instanceof AlreadyExists) throw usernameTaken(account.username);
    throw error;
  }
}

/** Returns the error duplicateUsername at the field `username`. */
export const usernameTaken = (username: string): InvalidInput =>
  new InvalidInput(ERRORS.duplicateUsername, {
    path: "username",
    message: `There is an account ${JSON.stringify(username)}: choose another name`,
  });

/**
 * Changes an account's settings. Managers can neither disable themselves nor give up their role, so that one manager always
 * remains. Throws ApiError (permissionDenied), NotFound (userNotFound) and InvalidInput (badRequest).
 */
export async function updateUserSettings(deps: ApiDeps, manager: User, id: string, settings: AccountSettings): Promise<UserAnswer> {
  ensureManager(manager);
  if (id === manager.id) ensureNotSelfDemotion(settings);
  const present = await deps.documents.collection(COLLECTIONS.users).get(id);
  if (!present) throw new NotFound(`user ${id}`, ERRORS.userNotFound);
  applySettings(present, settings);
  await recordAudit(deps, manager, { action: "user.update", target: id, detail: settings });
  const changed = await updateUser(deps, id, (user) => applySettings(user, settings));
  if (isActiveManager(present) && !isActiveManager(changed)) await ensureManagerRemains(deps, manager, present);
  if (!changed.active) await closeUserSessions(deps, id);
  // Open connections check the account again: it may be disabled or have another role.
  if (!changed.active || changed.auth !== present.auth) deps.events.publish("accessRevoked", { userId: id });
  return await describeUser(deps, changed);
}

function ensureNotSelfDemotion({ is_active, auth }: AccountSettings): void {
  const message = "Managers cannot do this to themselves: ask another manager";
  if (is_active === false) throw new InvalidInput(ERRORS.badRequest, { path: "is_active", message });
  if (auth === "normal") throw new InvalidInput(ERRORS.badRequest, { path: "auth", message });
}

/** Undoes the change if no manager is left, because two managers may have disabled each other at the same time. */
async function ensureManagerRemains(deps: ApiDeps, manager: User, { id, auth, active }: User): Promise<void> {
  if (await hasActiveManager(deps)) return;
  await recordAudit(deps, manager, { action: "user.update.undo", target: id, detail: { auth, is_active: active } });
  await updateUser(deps, id, (user) => ({ ...user, auth, active }));
  throw new InvalidInput(ERRORS.badRequest, { path: "is_active", message: "No manager would be left: make another one first" });
}

/** Returns the account with a name. Throws NotFound (userNotFound). */
export async function findUserByName(deps: ApiDeps, username: string): Promise<User> {
  const [user] = await deps.documents.collection(COLLECTIONS.users).find({ where: { username } });
  if (!user) throw new NotFound(`user ${username}`, ERRORS.userNotFound);
  return user;
}

/** Throws unless the user is a manager. Routes of lists admit every user. */
export function ensureManager({ auth }: User): void {
  if (auth !== "manager") throw forbidden("Only managers may do this");
}
