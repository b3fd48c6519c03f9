import { ERRORS, type ErrorCode } from "@agatha/contracts";
import { id, shareRequest, sharesAnswer } from "@agatha/contracts/wire";
import { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { defineRoute, type Route } from "../http/route.js";
import { ownedDataset } from "./access.js";
import { shareDataset, sharesOf, unshareDataset } from "./share.js";

const PATH = "/agatha/datasets/:id/shares";
const params = z.object({ id });
const shareParams = params.extend({
  account: z.string().min(1).max(254).describe("The account's name, or its e-mail address where a manager or the sign-on has set it."),
});

/** Routes for the accounts that a dataset is shared with. */
export function shareRoutes(deps: ApiDeps): Route[] {
  const shared = { access: "user", tag: "Datasets", errors: [ERRORS.datasetNotFound] as ErrorCode[] } as const;
  return [
    defineRoute({
      ...shared,
      method: "get",
      path: PATH,
      summary: "The accounts that a dataset is shared with; for its owner and managers",
      request: { params },
      responses: { 200: sharesAnswer },
      handler: async ({ user, params }) => ({ body: { data: sharesOf(await ownedDataset(deps, user, params.id)) } }),
    }),
    defineRoute({
      ...shared,
      method: "put",
      path: `${PATH}/:account`,
      summary: "Shares a dataset with an account, or changes the account's role: viewer or editor",
      request: { params: shareParams, body: shareRequest },
      responses: { 200: sharesAnswer },
      errors: [ERRORS.datasetNotFound, ERRORS.userNotFound],
      async handler({ user, params, body }) {
        const dataset = await ownedDataset(deps, user, params.id);
        return { body: { data: sharesOf(await shareDataset(deps, user, dataset, { account: params.account, role: body.role })) } };
      },
    }),
    defineRoute({
      ...shared,
      method: "delete",
      path: `${PATH}/:account`,
      summary: "Stops sharing a dataset with an account, from its next request on",
      request: { params: shareParams },
      responses: { 204: null },
      errors: [ERRORS.datasetNotFound, ERRORS.userNotFound],
      async handler({ user, params }) {
        await unshareDataset(deps, user, await ownedDataset(deps, user, params.id), params.account);
        return { status: 204 };
      },
    }),
  ];
}
