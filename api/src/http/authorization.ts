import { ERRORS, licenceStage, type User } from "@agatha/contracts";
import { SESSION_USER_HEADER } from "@agatha/contracts/client/session-user-header";
import type { Request, Response } from "express";
import type { ApiDeps } from "../deps.js";
import { ApiError, forbidden } from "./api-error.js";
import { isCsrfTokenValid } from "./csrf.js";
import type { Route } from "./route.js";
import { closeUserSessions, cookieName, cookieOptions, findSession, readCookie, sessionCookieOptions } from "./sessions.js";

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** Returns the user, or null for anonymous access to a public route. Throws ApiError otherwise. */
export async function authorize(deps: ApiDeps, route: Route, request: Request, response: Response): Promise<User | null> {
  if (route.csrf === false && route.access === "public") return null;
  const user = await sessionUser(deps, route, request, response);
  if (!user && route.access !== "public") throw new ApiError(ERRORS.unauthorized);
  const expected = request.get(SESSION_USER_HEADER);
  if (user && route.access !== "public" && expected !== undefined && expected !== user.id) throw new ApiError(ERRORS.sessionOfAnother);
  if (route.access === "manager" && user?.auth !== "manager") throw forbidden("Only managers may do this");
  if (route.csrf !== false && !SAFE_METHODS.has(request.method)) {
    if (!isCsrfTokenValid(deps.config, request.headers.cookie, request.get("X-CSRFToken"))) throw new ApiError(ERRORS.csrfTokenInvalid);
  }
  if (route.needsLicence && user && licenceStage(user.contract, deps.clock.now()) === "expired") throw new ApiError(ERRORS.licenceExpired);
  response.locals.userId = user?.id;
  return user;
}

async function sessionUser(deps: ApiDeps, route: Route, request: Request, response: Response): Promise<User | null> {
  const found = await findSession(deps, request.headers.cookie);
  const name = cookieName(deps.config, "session");
  if (found.state === "active") {
    const cookie = readCookie(request.headers.cookie, name);
    if (found.prolonged) response.cookie(name, cookie, sessionCookieOptions(deps, found.session.createdAt));
    return found.user;
  }
  if (found.state === "disabled") {
    await closeUserSessions(deps, found.userId);
    deps.events.publish("accessRevoked", { userId: found.userId });
    response.clearCookie(name, cookieOptions(deps.config));
    if (route.access !== "public") throw new ApiError(ERRORS.accountDisabled);
  }
  return null;
}
