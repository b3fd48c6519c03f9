import { ERRORS } from "@agatha/contracts";
import { accountSettings, createUserRequest, csrfAnswer, loginRequest, updateInfoRequest, userAnswer } from "@agatha/contracts/wire";
import type { Request, Response } from "express";
import { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { csrfCookie, csrfToken } from "../http/csrf.js";
import { rateLimiter } from "../http/rate-limit.js";
import { defineRoute, type Route } from "../http/route.js";
import { closeSession, cookieName, cookieOptions, openSession, randomToken, readCookie, sessionCookieOptions } from "../http/sessions.js";
import { restRoutes } from "../rest/index.js";
import { applySettings } from "./apply-settings.js";
import { deleteAccount } from "./delete-account.js";
import { passwordRoutes } from "./password-routes.js";
import { authenticate, describeUser, getUser, listUsers } from "./service.js";
import { updateUser } from "./update-user.js";
import { createUser, updateUserSettings } from "./user-admin.js";
import { userAdminRoutes } from "./user-admin-routes.js";

const tag = "Accounts";
const requestUsername = (request: Request): string | undefined => {
  const username: unknown = request.body?.username;
  return typeof username === "string" ? username.slice(0, 64) : undefined;
};

export function accountRoutes(deps: ApiDeps): Route[] {
  const { config } = deps;
  const session = cookieName(config, "session");
  const anonymous = cookieName(config, "anonymous");
  const limit = { perMinute: config.rateLimits.login, failuresOnly: true };

  /** Ends the session of the request, if any. */
  async function endSession(request: Request, response: Response): Promise<string | undefined> {
    const cookie = readCookie(request.headers.cookie, session);
    response.clearCookie(session, cookieOptions(config));
    return cookie ? closeSession(deps, cookie) : undefined;
  }

  return [
    defineRoute({
      method: "get",
      path: "/accounts/csrf",
      access: "public",
      summary: "The anti-forgery token that changes need in the header X-CSRFToken; it belongs to the cookies of this answer",
      tag,
      responses: { 200: csrfAnswer },
      handler: async ({ request, response }) => {
        const present = csrfCookie(config, request.headers.cookie);
        const cookie = present ?? randomToken();
        if (!present) response.cookie(anonymous, cookie, cookieOptions(config));
        return { body: { csrftoken: csrfToken(config, cookie) } };
      },
    }),
    defineRoute({
      method: "post",
      path: "/accounts/login",
      access: "public",
      summary: "Opens a session; the anti-forgery token changes with it",
      tag,
      request: { body: loginRequest },
      limits: { beforeBody: rateLimiter(limit), afterBody: rateLimiter({ ...limit, key: requestUsername }) },
      responses: { 200: userAnswer },
      errors: [ERRORS.wrongCredentials, ERRORS.accountDisabled, ERRORS.tooManyRequests],
      handler: async ({ body, request, response }) => {
        const user = await authenticate(deps, body.username, body.password);
        await endSession(request, response);
        response.clearCookie(anonymous, cookieOptions(config));
        response.cookie(session, await openSession(deps, user.id), sessionCookieOptions(config));
        return { body: await describeUser(deps, user) };
      },
    }),
    defineRoute({
      method: "post",
      path: "/accounts/logout",
      access: "public",
      summary: "Ends the session",
      tag,
      responses: { 204: null },
      handler: async ({ request, response }) => {
        const userId = await endSession(request, response);
        if (userId) deps.events.publish("accessRevoked", { userId });
        return { status: 204 };
      },
    }),
    defineRoute({
      method: "get",
      path: "/agatha/user",
      access: "user",
      summary: "Who is logged in",
      tag,
      responses: { 200: userAnswer },
      handler: async ({ user }) => ({ body: await describeUser(deps, user) }),
    }),
    defineRoute({
      method: "patch",
      path: "/agatha/user/update_info",
      access: "user",
      summary: "Changes what one may say of oneself",
      tag,
      request: { body: updateInfoRequest },
      responses: { 200: userAnswer },
      errors: [ERRORS.userNotFound, ERRORS.invalidEmail],
      handler: async ({ user, body }) => {
        const changed = await updateUser(deps, user.id, (present) => applySettings(present, body));
        return { body: await describeUser(deps, changed) };
      },
    }),
    defineRoute({
      method: "get",
      path: "/agatha/users",
      access: "user",
      summary: "Accounts: all of them for managers, one's own for everybody else",
      tag,
      responses: { 200: z.object({ data: z.array(userAnswer) }) },
      handler: async ({ user }) => ({ body: { data: await listUsers(deps, user) } }),
    }),
    ...userAdminRoutes(deps),
    ...passwordRoutes(deps),
    ...restRoutes({
      name: "users",
      record: userAnswer,
      errors: [ERRORS.userNotFound, ERRORS.duplicateUsername, ERRORS.invalidEmail, ERRORS.accountOwnsDatasets],
      list: (user) => listUsers(deps, user),
      get: (user, id) => getUser(deps, user, id),
      create: { body: createUserRequest, run: (user, body) => createUser(deps, user, body) },
      update: { body: accountSettings, run: (user, id, body) => updateUserSettings(deps, user, id, body) },
      remove: (user, id) => deleteAccount(deps, user, id, false),
    }),
  ];
}
