import type { User } from "@agatha/contracts";
import { type AutoModelAnswer, autoModelAnswer, autoModelPatch, createAutoJobRequest } from "@agatha/contracts/wire";
import type { ApiDeps } from "../deps.js";
import type { Route } from "../http/route.js";
import { restRoutes } from "../rest/index.js";
import { accessibleBatch } from "./access.js";
import { createBatch } from "./create.js";
import { describeBatch, listBatches } from "./listing.js";
import { CREATE_ERRORS } from "./routes.js";
import { cancelBatch, deleteBatch } from "./service.js";

/** The automatic trainings of all datasets, for the console's lists. */
export function restBatchRoutes(deps: ApiDeps): Route[] {
  const get = async (user: User, batchId: string): Promise<AutoModelAnswer> =>
    await describeBatch(deps, await accessibleBatch(deps, user, batchId));
  return restRoutes({
    name: "automodels",
    record: autoModelAnswer,
    errors: [...CREATE_ERRORS, "010801"],
    list: (user) => listBatches(deps, user),
    get,
    create: {
      body: createAutoJobRequest,
      needsContract: true,
      run: async (user, { dataset_id, ...request }) => get(user, (await createBatch(deps, user, dataset_id, request)).metadata.name),
    },
    update: {
      body: autoModelPatch.partial(),
      run: async (user, batchId, { cancelled }) => {
        const found = await accessibleBatch(deps, user, batchId);
        return await (cancelled ? cancelBatch(deps, user, found) : describeBatch(deps, found));
      },
    },
    remove: async (user, batchId) => {
      const found = await accessibleBatch(deps, user, batchId);
      const was = await describeBatch(deps, found);
      await deleteBatch(deps, user, found);
      return was;
    },
  });
}
