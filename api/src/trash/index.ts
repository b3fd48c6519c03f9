/** Items that were deleted in the last day. Each one is restored by the call of its kind, or deleted for good. */
import { emptyTrashQuery, id, trashAnswer, trashItem } from "@agatha/contracts/wire";
import { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { defineRoute, type Route } from "../http/route.js";
import { listTrash } from "./list-trash.js";
import { emptyTrash, PURGE_ERRORS, purgeItem } from "./purge.js";

const shared = { access: "user", tag: "Datasets" } as const;
const TRASH_PATH = "/agatha/trash";

/** Routes for the deleted objects that the user may restore, or delete for good. */
export function trashRoutes(deps: ApiDeps): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "get",
      path: TRASH_PATH,
      summary:
        "What was deleted within a day and can be restored, the latest first; what was deleted with a dataset or a training is part of it",
      responses: { 200: trashAnswer },
      handler: async ({ user }) => ({ body: { data: await listTrash(deps, user) } }),
    }),
    defineRoute({
      ...shared,
      method: "delete",
      path: TRASH_PATH,
      summary: "Deletes everything in the trash for good, or a part of it, and answers with what it was; an editor's items stay",
      request: { query: emptyTrashQuery },
      responses: { 200: trashAnswer },
      handler: async ({ user, query }) => ({ body: { data: await emptyTrash(deps, user, query) } }),
    }),
    defineRoute({
      ...shared,
      method: "delete",
      path: `${TRASH_PATH}/:kind/:id`,
      summary: "Deletes an item of the trash for good, with what was deleted with it; for owners and managers",
      request: { params: z.object({ kind: trashItem.shape.kind, id }) },
      responses: { 204: null },
      errors: PURGE_ERRORS,
      handler: async ({ user, params }) => {
        await purgeItem(deps, user, params);
        return { status: 204 };
      },
    }),
  ];
}
