import type { ErrorCode } from "@agatha/contracts";
import { autoModelAnswer, autoModelPatch, createAutoModelRequest, id } from "@agatha/contracts/wire";
import { z } from "zod";
import { accessibleDataset } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";
import { type Route, route } from "../http/route.js";
import { accessibleBatchOf } from "./access.js";
import { createBatch } from "./create.js";
import { describeBatch, listBatches } from "./listing.js";
import { cancelBatch, deleteBatch } from "./service.js";

const BATCHES = "/agatha/datasets/:id/automodels";
const BATCH = `${BATCHES}/:aid`;
const inDataset = z.object({ id });
const ofBatch = inDataset.extend({ aid: id });

/** What making a batch may be refused with. */
export const CREATE_ERRORS: ErrorCode[] = [
  "010401",
  "010403",
  "010404",
  "010405",
  "010501",
  "010503",
  "010504",
  "010505",
  "010506",
  "010507",
  "010508",
  "010509",
  "010510",
  "010512",
  "010513",
  "010521",
];

/** Models that are tried automatically, ranked, and the best of them picked. */
export function batchRoutes(deps: ApiDeps): Route[] {
  const shared = { access: "user", tag: "Automatic models" } as const;
  const one = { ...shared, path: BATCH, errors: ["010401", "010801"] as ErrorCode[] };
  return [
    route({
      ...shared,
      method: "get",
      path: BATCHES,
      summary: "The automatic trainings of a dataset, oldest first",
      request: { params: inDataset },
      responses: { 200: z.object({ data: z.array(autoModelAnswer) }) },
      errors: ["010401"],
      async handler({ params, user }) {
        await accessibleDataset(deps, user, params.id);
        return { body: { data: await listBatches(deps, user, params.id) } };
      },
    }),
    route({
      ...shared,
      method: "post",
      path: BATCHES,
      needsContract: true,
      summary: "Tries several models, ranks them and picks the best",
      request: { params: inDataset, body: createAutoModelRequest },
      responses: { 201: z.object({ id }) },
      errors: CREATE_ERRORS,
      async handler({ params, body, user }) {
        const { metadata } = await createBatch(deps, user, params.id, body);
        return { status: 201, body: { id: metadata.name } };
      },
    }),
    route({
      ...one,
      method: "get",
      summary: "An automatic training: how far it is, its models, and the best of them",
      request: { params: ofBatch },
      responses: { 200: autoModelAnswer },
      handler: async ({ params, user }) => ({
        body: await describeBatch(deps, await accessibleBatchOf(deps, user, params.id, params.aid)),
      }),
    }),
    route({
      ...one,
      method: "patch",
      summary: "Cancels what is still trained; what is finished is ranked",
      request: { params: ofBatch, body: autoModelPatch },
      responses: { 200: autoModelAnswer },
      async handler({ params, user }) {
        return { body: await cancelBatch(deps, user, await accessibleBatchOf(deps, user, params.id, params.aid)) };
      },
    }),
    route({
      ...one,
      method: "delete",
      summary: "Deletes an automatic training and its models",
      request: { params: ofBatch },
      responses: { 204: null },
      async handler({ params, user }) {
        await deleteBatch(deps, user, await accessibleBatchOf(deps, user, params.id, params.aid));
        return { status: 204 };
      },
    }),
  ];
}
