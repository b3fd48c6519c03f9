/** What was deleted in the last day. Each item is restored by the call of its kind. */
import { trashAnswer } from "@agatha/contracts/wire";
import type { ApiDeps } from "../deps.js";
import { defineRoute, type Route } from "../http/route.js";
import { listTrash } from "./list-trash.js";

/** Route for the deleted objects that the user may restore. */
export function trashRoutes(deps: ApiDeps): Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/agatha/trash",
      access: "user",
      tag: "Datasets",
      summary:
        "What was deleted within a day and can be restored, the latest first; what was deleted with a dataset or a training is part of it",
      responses: { 200: trashAnswer },
      handler: async ({ user }) => ({ body: { data: await listTrash(deps, user) } }),
    }),
  ];
}
