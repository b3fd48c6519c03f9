import { ERRORS, type Resource, type User } from "@agatha/contracts";
import { createModelRequest, id, type ListedModel, listedModel, type ManagedModelAnswer, modelChanges } from "@agatha/contracts/wire";
import { asEditor } from "../datasets/roles.js";
import type { ApiDeps } from "../deps.js";
import type { Route } from "../http/route.js";
import { restRoutes } from "../rest/index.js";
import type { TokenUsage } from "../tokens/usage.js";
import { accessibleModelById, type ModelInDataset } from "./access.js";
import { CREATE_MODEL_ERRORS, createModel } from "./create.js";
import { describeModel } from "./listing.js";
import { listManagedModels, usageTotals } from "./managed-models.js";
import { changeModel } from "./service.js";
import { deleteModel } from "./soft-delete.js";

/** Models of all datasets, for the console's lists. */
export function restModelRoutes(deps: ApiDeps, usage: TokenUsage): Route[] {
  const describe = async (user: User, found: ModelInDataset): Promise<ListedModel> => {
    const uses = await usage.list(found.model.metadata.uid);
    return withProductType({ ...(await describeModel(deps, user, found)), ...usageTotals(uses) });
  };
  const get = async (user: User, modelId: string): Promise<ListedModel> => describe(user, await accessibleModelById(deps, user, modelId));
  return restRoutes({
    name: "models",
    record: listedModel,
    errors: [...CREATE_MODEL_ERRORS, ERRORS.modelNotFound, ERRORS.modelNotTrained],
    list: async (user) => (await listManagedModels({ ...deps, usage }, user)).map(withProductType),
    get,
    create: {
      body: createModelRequest.extend({ dataset_id: id }),
      needsLicence: true,
      run: async (user, { dataset_id, ...request }) => get(user, modelName(await createModel(deps, user, dataset_id, request))),
    },
    update: {
      body: modelChanges,
      run: async (user, modelId, changes) => {
        const found = await asEditor(user, accessibleModelById(deps, user, modelId));
        await changeModel(deps, user, found, changes);
        return await get(user, modelId);
      },
    },
    remove: async (user, modelId) => {
      const found = await asEditor(user, accessibleModelById(deps, user, modelId));
      const was = await describe(user, found);
      await deleteModel(deps, user, found);
      return was;
    },
  });
}

const withProductType = (answer: ManagedModelAnswer): ListedModel => ({ ...answer, product_type: answer.dataset_product_type });
const modelName = (model: Resource<"Model">): string => model.metadata.name;
