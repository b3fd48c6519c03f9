/** Accounts of people who sign on by a provider. */
import { randomUUID } from "node:crypto";
import { AlreadyExists, COLLECTIONS, ERRORS, isoTime, type User } from "@agatha/contracts";
import { sha256Hex } from "@agatha/contracts/api-access/api-tokens";
import { username as usernameSchema } from "@agatha/contracts/wire";
import { UNUSABLE_PASSWORD } from "../accounts/passwords/password-hash.js";
import { updateUser } from "../accounts/update-user.js";
import { hasActiveManager, isActiveManager } from "../accounts/user-admin/active-manager.js";
import { newAccount } from "../accounts/user-admin/new-account.js";
import { recordSignOnChange } from "../audit/record-audit.js";
import type { ApiDeps } from "../deps.js";
import { ApiError } from "../http/api-error.js";
import type { SignOnConfig } from "./config.js";
import type { Identity } from "./provider.js";

type AccountDeps = Pick<ApiDeps, "documents" | "clock" | "events" | "logger">;

/**
 * Returns the account of a person, with the role that the groups give. Throws ApiError: signOnNotAllowed (no group of the person may
 * sign on), signOnNameTaken, accountDisabled.
 *
 * Issuer and subject find the account. At the first sign-on an account is linked only if its name is the e-mail address that the
 * provider has verified: names are given by managers. The address in an account's settings and the preferred name link nothing, as
 * people choose both themselves. An account that another person is linked with is never linked again, as addresses are given to
 * successors.
 */
export async function accountOf(deps: AccountDeps, config: SignOnConfig, identity: Identity): Promise<User> {
  const role = roleOf(config, identity);
  const externalId = sha256Hex(JSON.stringify([identity.issuer, identity.subject]));
  const users = deps.documents.collection(COLLECTIONS.users);
  const [known] = await users.find({ where: { externalId } });
  const user = known ?? (await linkOrCreate(deps, { ...identity, externalId }));
  if (!user.active) throw new ApiError(ERRORS.accountDisabled);
  return role === undefined || role === user.auth ? user : await changeRole(deps, user, role);
}

/** Returns the role that the groups give, or undefined if they give none. */
function roleOf({ managerGroups, userGroups, name }: SignOnConfig, { groups }: Identity): User["auth"] | undefined {
  const isIn = (wanted: string[]) => groups.some((group) => wanted.includes(group));
  if (isIn(managerGroups)) return "manager";
  if (userGroups.length > 0 && !isIn(userGroups)) {
    const needed = [...userGroups, ...managerGroups].join(", ");
    throw new ApiError(ERRORS.signOnNotAllowed, undefined, {}, `The account at ${name} is in none of the groups ${needed}`);
  }
  return managerGroups.length > 0 ? "normal" : undefined;
}

async function linkOrCreate(deps: AccountDeps, identity: Identity & { externalId: string }): Promise<User> {
  const { externalId, verifiedEmail } = identity;
  const users = deps.documents.collection(COLLECTIONS.users);
  if (verifiedEmail !== undefined) {
    const [named] = await users.find({ where: { username: verifiedEmail } });
    if (named && named.externalId === undefined) {
      deps.logger.info({ userId: named.id }, "account linked with its sign-on");
      const linked = await updateUser(deps, named.id, (user) => ({ ...user, externalId: user.externalId ?? externalId }));
      if (linked.externalId === externalId) return linked;
    }
  }
  const username = accountName(identity);
  const account = newAccount({ id: randomUUID(), username, passwordHash: UNUSABLE_PASSWORD, createdAt: isoTime(deps.clock) });
  try {
    const created = await users.insert({ ...account, externalId, ...(verifiedEmail !== undefined && { email: verifiedEmail }) });
    await recordSignOnChange(deps, { action: "user.create", target: created.id, detail: { username, email: verifiedEmail } });
    return created;
  } catch (error) {
    if (!(error instanceof AlreadyExists)) throw error;
    const [same] = await users.find({ where: { externalId } });
    if (same) return same;
    throw new ApiError(ERRORS.signOnNameTaken, undefined, {}, nameTakenReason(username, verifiedEmail));
  }
}

/** An account of the verified address is linked with somebody else, who may have had the address before. */
function nameTakenReason(username: string, verifiedEmail: string | undefined): string {
  if (username === verifiedEmail)
    return `The account ${username} is linked with another person of the sign-on. If that person has left, ask a manager to delete it: the next sign-on makes a new one`;
  return `There is an account ${username} already, and nothing proves that it is the same person's. Ask the provider's administrator to send a verified e-mail address, which then names the account, or ask a manager to delete the account`;
}

/** A name that looks like an e-mail address is a verified one: nobody takes that of another person. */
function accountName({ verifiedEmail, preferredName = "", subject, externalId }: Identity & { externalId: string }): string {
  const unverified = [preferredName, subject].filter((name) => !name.includes("@"));
  return [verifiedEmail, ...unverified].find((name) => usernameSchema.safeParse(name).success) ?? `user-${externalId.slice(0, 12)}`;
}

/** One manager always remains, whatever the provider's groups are. */
async function changeRole(deps: AccountDeps, user: User, role: User["auth"]): Promise<User> {
  if (role === "normal" && !(await isAnotherManager(deps, user))) return keepLastManager(deps, user);
  await recordSignOnChange(deps, { action: "user.update", target: user.id, detail: { auth: role } });
  const changed = await updateUser(deps, user.id, (present) => ({ ...present, auth: role }));
  if (role === "normal" && !(await hasActiveManager(deps))) return await undoDemotion(deps, user);
  // Open connections check the account again.
  deps.events.publish("accessRevoked", { userId: user.id });
  return changed;
}

/** The other manager may have signed on at the same time, and lost the role too. */
async function undoDemotion(deps: AccountDeps, user: User): Promise<User> {
  await recordSignOnChange(deps, { action: "user.update.undo", target: user.id, detail: { auth: user.auth } });
  return keepLastManager(deps, await updateUser(deps, user.id, (present) => ({ ...present, auth: user.auth })));
}

function keepLastManager({ logger }: AccountDeps, user: User): User {
  logger.warn({ userId: user.id }, "the last manager stays one, though no group makes a manager of the account");
  return user;
}

async function isAnotherManager(deps: AccountDeps, user: User): Promise<boolean> {
  const users = await deps.documents.collection(COLLECTIONS.users).find();
  return users.some((other) => isActiveManager(other) && other.id !== user.id);
}
