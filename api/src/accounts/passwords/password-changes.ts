/** Password changes: with the present password, or with the token of a link. */
import { COLLECTIONS, ERRORS, InvalidInput, type User } from "@agatha/contracts";
import { sha256Hex } from "@agatha/contracts/api-access/api-tokens";
import type { changePasswordRequest, resetPasswordRequest } from "@agatha/contracts/wire";
import type { z } from "zod";
import { recordSecurityEvent } from "../../audit/record-audit.js";
import type { ApiDeps } from "../../deps.js";
import { closeUserSessions } from "../../http/sessions.js";
import { limitGuesses } from "../guess-limit.js";
import { updateUser } from "../update-user.js";
import { hashPassword, verifyPassword } from "./password-hash.js";
import { ensureAcceptablePassword } from "./password-rules.js";
import { deletePasswordResets } from "./reset-links.js";

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
  const { reset, user } = await findPasswordReset(deps, request.reset_token);
  await ensureAcceptablePassword(request.new_password, "new_password", user.passwordHash);
  // A concurrent request may have deleted it.
  if (!(await resets.delete(reset.id))) throw resetLinkInvalid();
  await recordSecurityEvent(deps, reset.userId, { action: "password.reset", target: reset.userId });
  await setPassword(deps, reset.userId, request.new_password);
}

/** Returns what a link's token stands for and its account, without using it up. Throws InvalidInput (resetLinkInvalid). */
export async function findPasswordReset(deps: Pick<ApiDeps, "documents">, token: string) {
  const reset = await deps.documents.collection(COLLECTIONS.passwordResets).get(sha256Hex(token));
  const user = reset && (await deps.documents.collection(COLLECTIONS.users).get(reset.userId));
  if (!user) throw resetLinkInvalid();
  return { reset, user };
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
