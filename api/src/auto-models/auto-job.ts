import { autoJobAnswer, createAutoJobRequest, id } from "@agatha/contracts/wire";
import { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { type Route, route } from "../http/route.js";
import { accessibleBatch } from "./access.js";
import { createBatch } from "./create.js";
import { describeBatch, listBatches } from "./listing.js";
import { CREATE_ERRORS } from "./routes.js";

const JOBS = "/tukey/auto-job";

/** Automatic trainings as jobs: the same ones, by their id alone. */
export function autoJobRoutes(deps: ApiDeps): Route[] {
  const shared = { access: "user", tag: "Automatic models" } as const;
  return [
    route({
      ...shared,
      method: "get",
      path: JOBS,
      summary: "The automatic trainings of all datasets that one may see, oldest first",
      responses: { 200: z.object({ data: z.array(autoJobAnswer) }) },
      handler: async ({ user }) => ({ body: { data: (await listBatches(deps, user)).map((batch) => autoJobAnswer.parse(batch)) } }),
    }),
    route({
      ...shared,
      method: "post",
      path: JOBS,
      needsContract: true,
      summary: "Begins an automatic training",
      request: { body: createAutoJobRequest },
      responses: { 201: autoJobAnswer },
      errors: CREATE_ERRORS,
      async handler({ body: { dataset_id, ...request }, user }) {
        const { metadata } = await createBatch(deps, user, dataset_id, request);
        return { status: 201, body: autoJobAnswer.parse({ id: metadata.name, status: "fitting_processing", model_id: null }) };
      },
    }),
    route({
      ...shared,
      method: "get",
      path: `${JOBS}/:aid`,
      summary: "How far an automatic training is, and its best model",
      request: { params: z.object({ aid: id }) },
      responses: { 200: autoJobAnswer },
      errors: ["010401", "010801"],
      async handler({ params, user }) {
        return { body: autoJobAnswer.parse(await describeBatch(deps, await accessibleBatch(deps, user, params.aid))) };
      },
    }),
  ];
}
