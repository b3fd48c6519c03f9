/** Password changes: with the present password, or with a link from a manager, because no server sends mail. */
import { COLLECTIONS, ERRORS, InvalidInput, isoTime, NotFound, type User } from "@agatha/contracts";
import type { changePasswordRequest, resetPasswordRequest } from "@agatha/contracts/wire";
import type { z } from "zod";
import { recordAudit } from "../audit/record-audit.js";
import type { ApiDeps } from "../deps.js";
import { closeUserSessions, randomToken, sha256Hex } from "../http/sessions.js";
import { hashPassword, verifyPassword } from "./password-hash.js";
import { updateUser } from "./update-user.js";

const RESET_TOKEN_LIFETIME_MS = 3_600_000;
/** Interval in which repeated reports of a forgotten password write nothing. Anybody may send them. */
const RESET_REQUEST_INTERVAL_MS = 600_000;

/** Throws InvalidInput (wrongPassword) if the password is not the account's. */
export async function ensurePassword(user: User, password: string, path: string): Promise<void> {
  if (!(await verifyPassword(password, user.passwordHash))) {
    throw new InvalidInput(ERRORS.wrongPassword, { path, message: "This is not the present password of the account" });
  }
}

/** Sets a new password and ends every session of the account. Throws InvalidInput (wrongPassword, passwordMismatch). */
export async function changePassword(deps: ApiDeps, user: User, request: z.output<typeof changePasswordRequest>): Promise<void> {
  ensureConfirmationMatches(request);
  await ensurePassword(user, request.current_password, "current_password");
  await setPassword(deps, user.id, request.new_password);
}

/**
 * Sets a new password, deletes the token and ends every session of its account. Throws InvalidInput (passwordMismatch,
 * resetLinkInvalid).
 */
export async function resetPassword(deps: ApiDeps, request: z.output<typeof resetPasswordRequest>): Promise<void> {
  ensureConfirmationMatches(request);
  const resets = deps.documents.collection(COLLECTIONS.passwordResets);
  const reset = await resets.get(sha256Hex(request.reset_token));
  // Of two concurrent requests, the other may have deleted it.
  if (!reset || !(await resets.delete(reset.id))) {
    throw new InvalidInput(ERRORS.resetLinkInvalid, {
      path: "reset_token",
      message: "Ask a manager for another link: each works once, for an hour",
    });
  }
  await setPassword(deps, reset.userId, request.new_password);
}

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
