import { COLLECTIONS, ERRORS, isoTime, type User } from "@agatha/contracts";
import type { Request, Response } from "express";
import { recordSecurityEvent } from "../../audit/record-audit.js";
import type { ApiDeps } from "../../deps.js";
import { ApiError } from "../../http/api-error.js";
import { closeSession, cookieName, cookieOptions, openSession, readCookie, sessionCookieOptions } from "../../http/sessions.js";

interface SessionStart {
  request: Request;
  response: Response;
  /** How the user has proved who it is, for the audit trail. */
  method: "password" | "oidc";
}

/**
 * Logs a user in whose identity is proved: opens a session in place of the browser's previous one, and sets its cookie. Every way
 * of signing on ends here. `user` is the account as it was when the identity was proved. Returns the account as it is now. Throws
 * ApiError (wrongCredentials) if the password that was proved is not the account's any more.
 */
export async function startSession(deps: ApiDeps, user: User, { request, response, method }: SessionStart): Promise<User> {
  const detail = { address: request.ip, method };
  await recordSecurityEvent(deps, user.id, { action: "login.success", target: user.id, detail });
  await endSession(deps, request, response);
  response.clearCookie(cookieName(deps.config, "anonymous"), cookieOptions(deps.config));
  const cookie = await openSession(deps, user.id, { address: request.ip, userAgent: request.get("User-Agent") });
  const present = await deps.documents.collection(COLLECTIONS.users).get(user.id);
  // A change of the password ends the sessions that it finds. This one may have been opened after that.
  if (method === "password" && present?.passwordHash !== user.passwordHash) {
    await closeSession(deps, cookie);
    const reason = "the password was changed during the login";
    await recordSecurityEvent(deps, user.id, { action: "login.failure", target: user.id, detail: { ...detail, reason } });
    throw new ApiError(ERRORS.wrongCredentials);
  }
  response.cookie(cookieName(deps.config, "session"), cookie, sessionCookieOptions(deps, isoTime(deps.clock)));
  return present ?? user;
}

/** Ends the session of the request, if any, and returns its user's id. */
export async function endSession(deps: ApiDeps, request: Request, response: Response): Promise<string | undefined> {
  const name = cookieName(deps.config, "session");
  const cookie = readCookie(request.headers.cookie, name);
  response.clearCookie(name, cookieOptions(deps.config));
  return cookie ? closeSession(deps, cookie) : undefined;
}
