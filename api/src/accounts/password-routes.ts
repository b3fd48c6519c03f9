import { ERRORS } from "@agatha/contracts";
import {
  changePasswordRequest,
  checkIdentityRequest,
  forgotPasswordRequest,
  id,
  resetLinkAnswer,
  resetPasswordRequest,
  userIdentity,
} from "@agatha/contracts/wire";
import { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { publicUrl } from "../http/public-url.js";
import { rateLimiter } from "../http/rate-limit.js";
import { defineRoute, type Route } from "../http/route.js";
import { cookieName, cookieOptions } from "../http/sessions.js";
import { changePassword, createPasswordReset, ensurePassword, requestPasswordReset, resetPassword } from "./password-changes.js";

const tag = "Accounts";
const UNACCEPTABLE = [ERRORS.commonPassword, ERRORS.samePassword] as const;

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
      summary: "Tells the managers that an account waits for a new password; the answer is the same for a name that there is not",
      tag,
      request: { body: forgotPasswordRequest },
      limits: { beforeBody: byAddress },
      responses: { 202: null },
      errors: [ERRORS.tooManyRequests],
      handler: async ({ body }) => {
        await requestPasswordReset(deps, body.username);
        return { status: 202 };
      },
    }),
    defineRoute({
      method: "post",
      path: "/accounts/reset_password",
      access: "public",
      summary: "A new password by the token of a manager's link",
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
      summary: "A link for the account's holder to set a new password with: once, within an hour",
      tag,
      request: { params: z.object({ id }) },
      responses: { 201: resetLinkAnswer },
      errors: [ERRORS.userNotFound],
      handler: async ({ user, params, request }) => {
        const address = publicUrl(request, deps.config);
        const { token, expiresAt } = await createPasswordReset(deps, user, params.id);
        return { status: 201, body: { reset_token: token, link: `${address}/account/reset#${token}`, expires_at: expiresAt } };
      },
    }),
  ];
}
