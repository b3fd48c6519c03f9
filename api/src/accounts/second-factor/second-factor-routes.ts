import { ERRORS } from "@agatha/contracts";
import { checkIdentityRequest, confirmSecondFactorRequest, id, recoveryCodes, secondFactorSetup } from "@agatha/contracts/wire";
import { z } from "zod";
import type { ApiDeps } from "../../deps.js";
import { defineRoute, type Route } from "../../http/route.js";
import { ensurePassword } from "../passwords/password-changes.js";
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from "./second-factor.js";

const tag = "Accounts";

/** Routes with which users turn their own second factor on and off, and managers take it away from an account. */
export function secondFactorRoutes(deps: ApiDeps): Route[] {
  return [
    defineRoute({
      method: "post",
      path: "/accounts/second_factor",
      access: "user",
      summary: "A secret for an authenticator, by the password; the second factor is on once a code of it is confirmed",
      tag,
      request: { body: checkIdentityRequest },
      responses: { 200: secondFactorSetup },
      errors: [ERRORS.tooManyRequests, ERRORS.userNotFound, ERRORS.wrongPassword],
      async handler({ user, body, request }) {
        await ensurePassword(deps, user, { password: body.password, path: "password", address: request.ip });
        return { body: await beginSecondFactor(deps, user) };
      },
    }),
    defineRoute({
      method: "post",
      path: "/accounts/second_factor/confirm",
      access: "user",
      summary: "Turns the second factor on by a first code; logins need a code from then on",
      tag,
      request: { body: confirmSecondFactorRequest },
      responses: { 200: recoveryCodes },
      errors: [ERRORS.userNotFound, ERRORS.wrongCode],
      handler: async ({ user, body }) => ({ body: { recovery_codes: await confirmSecondFactor(deps, user, body.code) } }),
    }),
    defineRoute({
      method: "post",
      path: "/accounts/second_factor/off",
      access: "user",
      summary: "Turns the second factor off, by the password",
      tag,
      request: { body: checkIdentityRequest },
      responses: { 204: null },
      errors: [ERRORS.tooManyRequests, ERRORS.userNotFound, ERRORS.wrongPassword],
      async handler({ user, body, request }) {
        await ensurePassword(deps, user, { password: body.password, path: "password", address: request.ip });
        await removeSecondFactor(deps, user, user.id);
        return { status: 204 };
      },
    }),
    defineRoute({
      method: "delete",
      path: "/agatha/users/:id/second_factor",
      access: "manager",
      summary: "Takes the second factor away from somebody who has lost the device",
      tag,
      request: { params: z.object({ id }) },
      responses: { 204: null },
      errors: [ERRORS.userNotFound],
      async handler({ user, params }) {
        await removeSecondFactor(deps, user, params.id);
        return { status: 204 };
      },
    }),
  ];
}
