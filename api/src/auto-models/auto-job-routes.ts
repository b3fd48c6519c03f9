import { ERRORS } from "@agatha/contracts";
import { autoJobAnswer, createAutoJobRequest, id } from "@agatha/contracts/wire";
import { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { defineRoute, type Route } from "../http/route.js";
import { accessibleAutoModel } from "./access.js";
import { createAutoModel } from "./create.js";
import { describeAutoModel, listAutoModels } from "./listing.js";
import { CREATE_ERRORS } from "./routes.js";

const AUTO_JOBS_PATH = "/tukey/auto-job";

/** Automatic trainings as jobs: the same resources, addressed by their id alone. */
export function autoJobRoutes(deps: ApiDeps): Route[] {
  const shared = { access: "user", tag: "Automatic models" } as const;
  return [
    defineRoute({
      ...shared,
      method: "get",
      path: AUTO_JOBS_PATH,
      summary: "The automatic trainings of all datasets that one may see, oldest first",
      responses: { 200: z.object({ data: z.array(autoJobAnswer) }) },
      handler: async ({ user }) => ({
        body: { data: (await listAutoModels(deps, user)).map((autoModel) => autoJobAnswer.parse(autoModel)) },
      }),
    }),
    defineRoute({
      ...shared,
      method: "post",
      path: AUTO_JOBS_PATH,
      needsLicence: true,
      summary: "Begins an automatic training",
      bodyLimit: "list",
      request: { body: createAutoJobRequest },
      responses: { 201: autoJobAnswer },
      errors: CREATE_ERRORS,
      async handler({ body: { dataset_id, ...request }, user }) {
        const { autoModel } = await createAutoModel(deps, user, dataset_id, request);
        return { status: 201, body: autoJobAnswer.parse({ id: autoModel.metadata.name, status: "fitting_processing", model_id: null }) };
      },
    }),
    defineRoute({
      ...shared,
      method: "get",
      path: `${AUTO_JOBS_PATH}/:aid`,
      summary: "How far an automatic training is, and its best model",
      request: { params: z.object({ aid: id }) },
      responses: { 200: autoJobAnswer },
      errors: [ERRORS.datasetNotFound, ERRORS.autoModelNotFound],
      async handler({ params, user }) {
        return { body: autoJobAnswer.parse(await describeAutoModel(deps, user, await accessibleAutoModel(deps, user, params.aid))) };
      },
    }),
  ];
}
