import { ERRORS } from "@agatha/contracts";
import {
  accountSettings,
  checkUserQuery,
  createUserRequest,
  id,
  importPreview,
  updateTeamInfoRequest,
  userAnswer,
  userIdentity,
} from "@agatha/contracts/wire";
import { z } from "zod";
import { TABLE_FILE_ERRORS } from "../../datasets/table-file-errors.js";
import type { ApiDeps } from "../../deps.js";
import { defineRoute, type Route } from "../../http/route.js";
import { deleteAccount } from "./delete-account.js";
import { importUsers, MAX_IMPORT_BYTES, previewImport } from "./import-users.js";
import { createUser, findUserByName, updateUserSettings } from "./user-admin.js";

const shared = { access: "manager", tag: "Accounts" } as const;

/** Routes with which managers create, import, find, change and delete accounts, and switch the open APIs of an account's models. */
export function userAdminRoutes(deps: ApiDeps): Route[] {
  const importRequest = {
    body: z.object({ file: z.file().max(MAX_IMPORT_BYTES).describe("A .csv, .xlsx or .xls file with the column username.") }),
    multipart: true,
  };
  const importErrors = [ERRORS.duplicateUsername, ERRORS.invalidEmail, ...TABLE_FILE_ERRORS, ERRORS.fileTooLarge];
  return [
    defineRoute({
      ...shared,
      method: "post",
      path: "/agatha/users",
      summary: "A new account: all that is not said is allowed, and not limited",
      request: { body: createUserRequest },
      responses: { 201: userAnswer },
      errors: [ERRORS.duplicateUsername, ERRORS.invalidEmail, ERRORS.commonPassword],
      handler: async ({ user, body }) => ({ status: 201, body: await createUser(deps, user, body) }),
    }),
    defineRoute({
      ...shared,
      method: "post",
      path: "/agatha/users/import",
      summary: "Accounts from the rows of a file, all or none; its columns are named as the fields of a new account, but for the password",
      request: importRequest,
      responses: { 201: z.object({ data: z.array(userAnswer) }) },
      errors: importErrors,
      handler: async ({ user, request }) => ({ status: 201, body: { data: await importUsers(deps, user, request) } }),
    }),
    defineRoute({
      ...shared,
      method: "post",
      path: "/agatha/users/import/preview",
      summary: "The accounts that the rows of such a file would become; none is created",
      request: importRequest,
      responses: { 200: importPreview },
      errors: importErrors,
      handler: async ({ request }) => ({ body: { data: await previewImport(deps, request) } }),
    }),
    defineRoute({
      ...shared,
      method: "patch",
      path: "/agatha/users/:id",
      summary: "Enables or disables an account, and sets its role, contract, rights and limits",
      request: { params: z.object({ id }), body: accountSettings },
      responses: { 200: userAnswer },
      errors: [ERRORS.userNotFound, ERRORS.invalidEmail],
      handler: async ({ user, params, body }) => ({ body: await updateUserSettings(deps, user, params.id, body) }),
    }),
    defineRoute({
      ...shared,
      method: "delete",
      path: "/agatha/users/:id",
      summary: "Deletes an account, and with it its datasets and their models where that is asked for",
      request: {
        params: z.object({ id }),
        query: z.object({ with_data: z.enum(["true", "false"]).default("false").describe("Whether its datasets and models go too.") }),
      },
      responses: { 204: null },
      errors: [ERRORS.userNotFound, ERRORS.accountOwnsDatasets],
      handler: async ({ user, params, query }) => {
        await deleteAccount(deps, user, params.id, { withData: query.with_data === "true" });
        return { status: 204 };
      },
    }),
    defineRoute({
      ...shared,
      method: "get",
      path: "/agatha/users/check",
      summary: "Whether there is an account of this name, and which",
      request: { query: checkUserQuery },
      responses: { 200: userIdentity },
      errors: [ERRORS.userNotFound],
      handler: async ({ query }) => {
        const { id, username, active } = await findUserByName(deps, query.username);
        return { body: { id, username, is_active: active } };
      },
    }),
    defineRoute({
      ...shared,
      method: "patch",
      path: "/backstage/account/update_team_info",
      summary: "Whether the open APIs of an account's models answer at all",
      request: { body: updateTeamInfoRequest },
      responses: { 200: userAnswer },
      errors: [ERRORS.userNotFound],
      handler: async ({ user, body: { user_id, ...settings } }) => ({ body: await updateUserSettings(deps, user, user_id, settings) }),
    }),
  ];
}
