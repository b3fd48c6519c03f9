import { ERRORS } from "@agatha/contracts";
import { accountSettings, createUserRequest, updateInfoRequest, userAnswer } from "@agatha/contracts/wire";
import { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { defineRoute, type Route } from "../http/route.js";
import { restRoutes } from "../rest/index.js";
import { passwordRoutes } from "./passwords/password-routes.js";
import { secondFactorRoutes } from "./second-factor/second-factor-routes.js";
import { describeUser, getUser, listUsers } from "./service.js";
import { sessionRoutes } from "./sessions/session-routes.js";
import { updateOwnInfo } from "./update-own-info.js";
import { deleteAccount } from "./user-admin/delete-account.js";
import { createUser, updateUserSettings } from "./user-admin/user-admin.js";
import { userAdminRoutes } from "./user-admin/user-admin-routes.js";

const tag = "Accounts";
/**
 * All routes for accounts: a user's own and managers' administration of others, with sessions, passwords, the second factor and
 * the console's list.
 */
export function accountRoutes(deps: ApiDeps): Route[] {
  return [
    ...sessionRoutes(deps),
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
      errors: [ERRORS.userNotFound, ERRORS.invalidEmail, ERRORS.wrongPassword, ERRORS.tooManyRequests],
      handler: async ({ user, body, request }) => ({ body: await describeUser(deps, await updateOwnInfo(deps, user, body, request.ip)) }),
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
    ...secondFactorRoutes(deps),
    ...restRoutes({
      name: "users",
      record: userAnswer,
      errors: [ERRORS.userNotFound, ERRORS.duplicateUsername, ERRORS.invalidEmail, ERRORS.accountOwnsDatasets, ERRORS.commonPassword],
      list: (user) => listUsers(deps, user),
      get: (user, id) => getUser(deps, user, id),
      create: { body: createUserRequest, run: (user, body) => createUser(deps, user, body) },
      update: { body: accountSettings, run: (user, id, body) => updateUserSettings(deps, user, id, body) },
      remove: (user, id) => deleteAccount(deps, user, id, { withData: false }),
    }),
  ];
}
