import { contractStage, type User } from "@agatha/contracts";
import type { Request, Response } from "express";
import type { ApiDeps } from "../deps.js";
import { csrfHolds } from "./csrf.js";
import { notAllowed, Refusal } from "./failures.js";
import type { Route } from "./route.js";
import { closeSessionsOf, cookieName, cookieOptions, findSession, readCookie, sessionCookieOptions } from "./sessions.js";

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** Who asks, or null where anybody may; throws a Refusal otherwise. */
export async function admit(deps: ApiDeps, route: Route, request: Request, response: Response): Promise<User | null> {
  if (route.csrf === false && route.access === "public") return null;
  const user = await identify(deps, route, request, response);
  if (!user && route.access !== "public") throw new Refusal("010301");
  if (route.access === "manager" && user?.auth !== "manager") throw notAllowed("Only managers may do this");
  if (route.csrf !== false && !SAFE_METHODS.has(request.method)) {
    if (!csrfHolds(deps.config, request.headers.cookie, request.get("X-CSRFToken"))) throw new Refusal("010306");
  }
  if (route.needsContract && user && contractStage(user.contract, deps.clock.now()) === "expired") throw new Refusal("010313");
  response.locals.userId = user?.id;
  return user;
}

async function identify(deps: ApiDeps, route: Route, request: Request, response: Response): Promise<User | null> {
  const found = await findSession(deps, request.headers.cookie);
  const name = cookieName(deps.config, "session");
  if (found.state === "active") {
    const cookie = readCookie(request.headers.cookie, name);
    if (found.prolonged) response.cookie(name, cookie, sessionCookieOptions(deps.config));
    return found.user;
  }
  if (found.state === "disabled") {
    await closeSessionsOf(deps, found.userId);
    deps.events.publish("accessRevoked", { userId: found.userId });
    response.clearCookie(name, cookieOptions(deps.config));
    if (route.access !== "public") throw new Refusal("010304");
  }
  return null;
}
