import { ERRORS } from "@agatha/contracts";
import {
  changePasswordRequest,
  checkIdentityRequest,
  checkResetLinkRequest,
  forgotPasswordRequest,
  id,
  language,
  resetLinkAnswer,
  resetLinkHolder,
  resetPasswordRequest,
  userIdentity,
} from "@agatha/contracts/wire";
import { z } from "zod";
import type { ApiDeps } from "../../deps.js";
import { mailedUrl, publicUrl } from "../../http/public-url.js";
import { rateLimiter } from "../../http/rate-limit.js";
import { defineRoute, type Route } from "../../http/route.js";
import { cookieName, cookieOptions } from "../../http/sessions.js";
import { changePassword, ensurePassword, findPasswordReset, resetPassword } from "./password-changes.js";
import { createResetLink, requestPasswordReset } from "./reset-links.js";

const tag = "Accounts";
const UNACCEPTABLE = [ERRORS.commonPassword, ERRORS.samePassword] as const;

/**
 * Routes that check and change a user's own password, that set a forgotten one by the token of a link, without a session, and
 * that make such a link for managers.
 */
export function passwordRoutes(deps: ApiDeps): Route[] {
  const { rateLimits } = deps.config;
  const byAddress = rateLimiter({ perMinute: rateLimits.login });

  return [
    defineRoute({
      method: "post",
      path: "/agatha/users/check",
      access: "user",
      summary: "Whether it is still the account's holder who sits there: by the password",
      tag,
      request: { body: checkIdentityRequest },
      responses: { 200: userIdentity },
      errors: [ERRORS.tooManyRequests, ERRORS.wrongPassword],
      handler: async ({ user, body, request }) => {
        await ensurePassword(deps, user, { password: body.password, path: "password", address: request.ip });
        return { body: { id: user.id, username: user.username, is_active: user.active } };
      },
    }),
    defineRoute({
      method: "post",
      path: "/accounts/change_password",
      access: "user",
      summary: "A new password; every session of the account ends, this one too",
      tag,
      request: { body: changePasswordRequest },
      responses: { 204: null },
      errors: [ERRORS.tooManyRequests, ERRORS.userNotFound, ERRORS.wrongPassword, ERRORS.passwordMismatch, ...UNACCEPTABLE],
      handler: async ({ user, body, request, response }) => {
        await changePassword(deps, user, body, request.ip);
        response.clearCookie(cookieName(deps.config, "session"), cookieOptions(deps.config));
        return { status: 204 };
      },
    }),
    defineRoute({
      method: "post",
      path: "/accounts/forgot_password",
      access: "public",
      summary:
        "Mails a link for a new password to the account's address, or tells the managers that the account waits for one; the answer is the same for a name that there is not",
      tag,
      request: { body: forgotPasswordRequest },
      limits: { beforeBody: byAddress },
      responses: { 202: null },
      errors: [ERRORS.tooManyRequests],
      handler: async ({ body, request }) => {
        await requestPasswordReset(deps, body.username, { consoleUrl: mailedUrl(request, deps.config), language: body.language });
        return { status: 202 };
      },
    }),
    defineRoute({
      method: "post",
      path: "/accounts/reset_password/check",
      access: "public",
      summary: "Whether the token of a link still works, and for which account; the link is not used up",
      tag,
      request: { body: checkResetLinkRequest },
      limits: { beforeBody: byAddress },
      responses: { 200: resetLinkHolder },
      errors: [ERRORS.tooManyRequests, ERRORS.resetLinkInvalid],
      handler: async ({ body }) => {
        const { user } = await findPasswordReset(deps, body.reset_token);
        return { body: { username: user.username } };
      },
    }),
    defineRoute({
      method: "post",
      path: "/accounts/reset_password",
      access: "public",
      summary: "A new password by the token of a link",
      tag,
      request: { body: resetPasswordRequest },
      limits: { beforeBody: byAddress },
      responses: { 204: null },
      errors: [ERRORS.tooManyRequests, ERRORS.userNotFound, ERRORS.passwordMismatch, ERRORS.resetLinkInvalid, ...UNACCEPTABLE],
      handler: async ({ body }) => {
        await resetPassword(deps, body);
        return { status: 204 };
      },
    }),
    defineRoute({
      method: "post",
      path: "/agatha/users/:id/reset_link",
      access: "manager",
      summary: "A link for the account's holder to set a new password with: once, within an hour; mailed too where that is set up",
      tag,
      request: { params: z.object({ id }), query: z.object({ language: language.default("en").describe("Language of the mail.") }) },
      responses: { 201: resetLinkAnswer },
      errors: [ERRORS.userNotFound],
      handler: async ({ user, params, query, request }) => {
        const context = { consoleUrl: publicUrl(request, deps.config), language: query.language };
        return { status: 201, body: await createResetLink(deps, user, params.id, context) };
      },
    }),
  ];
}
