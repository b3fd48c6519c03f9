import { ERRORS, productType, type Resource, type User } from "@agatha/contracts";
import { createModelRequest, id, modelAnswer, modelNames } from "@agatha/contracts/wire";
import type { z } from "zod";
import type { ApiDeps } from "../deps.js";
import type { Route } from "../http/route.js";
import { restRoutes } from "../rest/index.js";
import { accessibleModelById } from "./access.js";
import { createModel } from "./create.js";
import { describeModel, listModels } from "./listing.js";
import { renameModel } from "./service.js";
import { deleteModel } from "./soft-delete.js";

/** `product_type` has the same name as in datasets, so that one filter fits both lists. */
const record = modelAnswer.extend({ product_type: productType });
type ModelRecord = z.infer<typeof record>;

/** Models of all datasets, for the console's lists. */
export function restModelRoutes(deps: ApiDeps): Route[] {
  const get = async (user: User, modelId: string): Promise<ModelRecord> =>
    withProductType(await describeModel(deps, await accessibleModelById(deps, user, modelId)));
  return restRoutes({
    name: "models",
    record,
    errors: [ERRORS.datasetNotFound, ERRORS.duplicateModelName, ERRORS.modelNotFound, ERRORS.modelName],
    list: async (user) => (await listModels(deps, user)).map(withProductType),
    get,
    create: {
      body: createModelRequest.extend({ dataset_id: id }),
      needsLicence: true,
      run: async (user, { dataset_id, ...request }) => get(user, modelName(await createModel(deps, user, dataset_id, request))),
    },
    update: {
      body: modelNames,
      run: async (user, modelId, { name, title }) => {
        const found = await accessibleModelById(deps, user, modelId);
        const unchanged = name === undefined && title === undefined;
        return withProductType(await (unchanged ? describeModel(deps, found) : renameModel(deps, user, found, { name, title })));
      },
    },
    remove: async (user, modelId) => {
      const found = await accessibleModelById(deps, user, modelId);
      const was = await describeModel(deps, found);
      await deleteModel(deps, user, found);
      return withProductType(was);
    },
  });
}

const withProductType = (answer: z.infer<typeof modelAnswer>): ModelRecord => ({ ...answer, product_type: answer.dataset_product_type });
const modelName = (model: Resource<"Model">): string => model.metadata.name;
