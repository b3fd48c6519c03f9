import { ERRORS, type User } from "@agatha/contracts";
import { type AutoModelAnswer, autoModelAnswer, autoModelPatch, createAutoJobRequest } from "@agatha/contracts/wire";
import { asEditor } from "../datasets/roles.js";
import type { ApiDeps } from "../deps.js";
import type { Route } from "../http/route.js";
import { restRoutes } from "../rest/index.js";
import { accessibleAutoModel } from "./access.js";
import { createAutoModel } from "./create.js";
import { describeAutoModel, listAutoModels } from "./listing.js";
import { CREATE_ERRORS } from "./routes.js";
import { cancelAutoModel, deleteAutoModel } from "./service.js";

/** Automatic trainings of all datasets, for the console's lists. */
export function restAutoModelRoutes(deps: ApiDeps): Route[] {
  const get = async (user: User, autoModelId: string): Promise<AutoModelAnswer> =>
    await describeAutoModel(deps, user, await accessibleAutoModel(deps, user, autoModelId));
  return restRoutes({
    name: "automodels",
    record: autoModelAnswer,
    errors: [...CREATE_ERRORS, ERRORS.autoModelNotFound],
    list: (user) => listAutoModels(deps, user),
    get,
    create: {
      body: createAutoJobRequest,
      needsLicence: true,
      run: async (user, { dataset_id, ...request }) =>
        get(user, (await createAutoModel(deps, user, dataset_id, request)).autoModel.metadata.name),
    },
    update: {
      body: autoModelPatch.partial(),
      run: async (user, autoModelId, { cancelled }) => {
        const found = await asEditor(user, accessibleAutoModel(deps, user, autoModelId));
        return await (cancelled ? cancelAutoModel(deps, user, found) : describeAutoModel(deps, user, found));
      },
    },
    remove: async (user, autoModelId) => {
      const found = await asEditor(user, accessibleAutoModel(deps, user, autoModelId));
      const was = await describeAutoModel(deps, user, found);
      await deleteAutoModel(deps, user, found);
      return was;
    },
  });
}
