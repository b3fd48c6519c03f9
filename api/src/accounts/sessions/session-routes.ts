/** Login, logout, and the list of one's own sessions. */
import { ERRORS } from "@agatha/contracts";
import { randomToken } from "@agatha/contracts/api-access/api-tokens";
import { csrfAnswer, id, loginRequest, sessionList, userAnswer } from "@agatha/contracts/wire";
import { z } from "zod";
import type { ApiDeps } from "../../deps.js";
import { csrfCookie, csrfToken } from "../../http/csrf.js";
import { defineRoute, type Route } from "../../http/route.js";
import { cookieName, cookieOptions } from "../../http/sessions.js";
import { authenticate, describeUser } from "../service.js";
import { endOtherSessions, endOwnSession, listSessions } from "./own-sessions.js";
import { endSession, startSession } from "./start-session.js";

const tag = "Accounts";

export function sessionRoutes(deps: ApiDeps): Route[] {
  const { config } = deps;
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
        if (!present) response.cookie(cookieName(config, "anonymous"), cookie, cookieOptions(config));
        return { body: { csrftoken: csrfToken(config, cookie) } };
      },
    }),
    defineRoute({
      method: "post",
      path: "/accounts/login",
      access: "public",
      summary: "Opens a session; the anti-forgery token changes with it. An account with a second factor needs a code too",
      tag,
      request: { body: loginRequest },
      responses: { 200: userAnswer },
      errors: [ERRORS.wrongCredentials, ERRORS.accountDisabled, ERRORS.tooManyRequests, ERRORS.codeRequired, ERRORS.wrongCode],
      handler: async ({ body, request, response }) => {
        const user = await authenticate(deps, body, request.ip);
        const present = await startSession(deps, user, { request, response, method: "password" });
        return { body: await describeUser(deps, present) };
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
        const userId = await endSession(deps, request, response);
        if (userId) deps.events.publish("accessRevoked", { userId });
        return { status: 204 };
      },
    }),
    defineRoute({
      method: "get",
      path: "/agatha/user/sessions",
      access: "user",
      summary: "One's own sessions, the latest used first",
      tag,
      responses: { 200: sessionList },
      handler: async ({ user, request }) => ({ body: { data: await listSessions(deps, user, request) } }),
    }),
    defineRoute({
      method: "delete",
      path: "/agatha/user/sessions",
      access: "user",
      summary: "Ends all one's own sessions but this one",
      tag,
      responses: { 204: null },
      async handler({ user, request }) {
        await endOtherSessions(deps, user, request);
        return { status: 204 };
      },
    }),
    defineRoute({
      method: "delete",
      path: "/agatha/user/sessions/:sid",
      access: "user",
      summary: "Ends one of one's own sessions",
      tag,
      request: { params: z.object({ sid: id }) },
      responses: { 204: null },
      errors: [ERRORS.sessionNotFound],
      async handler({ user, params }) {
        await endOwnSession(deps, user, params.sid);
        return { status: 204 };
      },
    }),
  ];
}
