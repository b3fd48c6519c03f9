/** Password changes: with the present password, or with a link from a manager, because no server sends mail. */
import { COLLECTIONS, ERRORS, InvalidInput, isoTime, NotFound, type User } from "@agatha/contracts";
import type { changePasswordRequest, resetPasswordRequest } from "@agatha/contracts/wire";
import type { z } from "zod";
import { recordAudit, recordSecurityEvent } from "../audit/record-audit.js";
import type { ApiDeps } from "../deps.js";
import { closeUserSessions, randomToken, sha256Hex } from "../http/sessions.js";
import { limitGuesses } from "./guess-limit.js";
import { hashPassword, verifyPassword } from "./password-hash.js";
import { ensureAcceptablePassword } from "./password-rules.js";
import { updateUser } from "./update-user.js";

const RESET_TOKEN_LIFETIME_MS = 3_600_000;
/** Interval in which repeated reports of a forgotten password write nothing. Anybody may send them. */
const RESET_REQUEST_INTERVAL_MS = 600_000;

interface TypedPassword {
  password: string;
  /** Its place in the request. */
  path: string;
  /** Address of the client, by which wrong passwords are limited. */
  address: string | undefined;
}

/** Throws InvalidInput (wrongPassword) if the password is not the account's, and ApiError (tooManyRequests) after too many of those. */
export async function ensurePassword(deps: ApiDeps, user: User, { password, path, address }: TypedPassword): Promise<void> {
  const right = await limitGuesses(deps, { kind: "password", account: user.username, address }, async () =>
    (await verifyPassword(password, user.passwordHash)) ? { right: true } : { wrong: "wrong password", userId: user.id },
  );
  if (!right) throw new InvalidInput(ERRORS.wrongPassword, { path, message: "This is not the present password of the account" });
}

/**
 * Sets a new password and ends every session of the account. Throws InvalidInput (wrongPassword, passwordMismatch, commonPassword,
 * samePassword) and ApiError (tooManyRequests).
 */
export async function changePassword(
  deps: ApiDeps,
  user: User,
  request: z.output<typeof changePasswordRequest>,
  address: string | undefined,
): Promise<void> {
  ensureConfirmationMatches(request);
  await ensurePassword(deps, user, { password: request.current_password, path: "current_password", address });
  await ensureAcceptablePassword(request.new_password, "new_password", user.passwordHash);
  await recordSecurityEvent(deps, user.id, { action: "password.change", target: user.id, detail: { address } });
  await setPassword(deps, user.id, request.new_password);
}

/**
 * Sets a new password, deletes the token and ends every session of its account. Throws InvalidInput (passwordMismatch,
 * resetLinkInvalid, commonPassword, samePassword). A refused password does not use the token up.
 */
export async function resetPassword(deps: ApiDeps, request: z.output<typeof resetPasswordRequest>): Promise<void> {
  ensureConfirmationMatches(request);
  const resets = deps.documents.collection(COLLECTIONS.passwordResets);
  const reset = await resets.get(sha256Hex(request.reset_token));
  if (!reset) throw resetLinkInvalid();
  const user = await deps.documents.collection(COLLECTIONS.users).get(reset.userId);
  await ensureAcceptablePassword(request.new_password, "new_password", user?.passwordHash);
  // Of two concurrent requests, the other may have deleted it.
  if (!(await resets.delete(reset.id))) throw resetLinkInvalid();
  await recordSecurityEvent(deps, reset.userId, { action: "password.reset", target: reset.userId });
  await setPassword(deps, reset.userId, request.new_password);
}

const resetLinkInvalid = (): InvalidInput =>
  new InvalidInput(ERRORS.resetLinkInvalid, {
    path: "reset_token",
    message: "Ask a manager for another link: each works once, for an hour",
  });

function ensureConfirmationMatches({ new_password, new_password_again }: { new_password: string; new_password_again: string }): void {
  if (new_password !== new_password_again) {
    throw new InvalidInput(ERRORS.passwordMismatch, {
      path: "new_password_again",
      message: "Type the new password twice, the same each time",
    });
  }
}

async function setPassword(deps: ApiDeps, userId: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await updateUser(deps, userId, (user) => ({ ...user, passwordHash, resetRequestedAt: undefined }));
  await deletePasswordResets(deps, userId);
  await closeUserSessions(deps, userId);
  deps.events.publish("accessRevoked", { userId });
}

/**
 * Returns a token for one new password, valid for an hour. Earlier tokens for the account become invalid. Throws NotFound
 * (userNotFound).
 */
export async function createPasswordReset(deps: ApiDeps, manager: User, userId: string): Promise<{ token: string; expiresAt: string }> {
  const user = await deps.documents.collection(COLLECTIONS.users).get(userId);
  if (!user) throw new NotFound(`user ${userId}`, ERRORS.userNotFound);
  await recordAudit(deps, manager, { action: "user.password.link", target: userId });
  await deletePasswordResets(deps, userId);
  const token = randomToken();
  const expiresAt = new Date(deps.clock.now() + RESET_TOKEN_LIFETIME_MS).toISOString();
  await deps.documents.collection(COLLECTIONS.passwordResets).insert({ id: sha256Hex(token), userId, expiresAt });
  return { token, expiresAt };
}

async function deletePasswordResets(deps: Pick<ApiDeps, "documents">, userId: string): Promise<void> {
  const resets = deps.documents.collection(COLLECTIONS.passwordResets);
  for (const { id } of await resets.find({ where: { userId } })) await resets.delete(id);
}

/** Shows managers that this account waits for a link. The answer does not reveal whether the account exists. */
export async function requestPasswordReset(deps: ApiDeps, username: string): Promise<void> {
  const [user] = await deps.documents.collection(COLLECTIONS.users).find({ where: { username } });
  if (!user?.active) return;
  const last = user.resetRequestedAt === undefined ? Number.NEGATIVE_INFINITY : Date.parse(user.resetRequestedAt);
  if (deps.clock.now() - last < RESET_REQUEST_INTERVAL_MS) return;
  await updateUser(deps, user.id, (present) => ({ ...present, resetRequestedAt: isoTime(deps.clock) }));
}
