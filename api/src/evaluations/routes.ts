import { ERRORS, type ErrorCode } from "@agatha/contracts";
import { createEvaluationRequest, evaluationAnswer, evaluationPatch, id, maxFprQuery } from "@agatha/contracts/wire";
import { z } from "zod";
import { accessibleDataset } from "../datasets/access.js";
import { asEditor } from "../datasets/roles.js";
import type { ApiDeps } from "../deps.js";
import { defineRoute, type Route } from "../http/route.js";
import { parseMaxFpr } from "../models/max-fpr.js";
import { accessibleEvaluation } from "./access.js";
import { createEvaluation } from "./create.js";
import { describeEvaluation, listEvaluations } from "./listing.js";
import { changeEvaluation, deleteEvaluation, restoreEvaluation, startEvaluation } from "./service.js";

const EVALUATIONS_PATH = "/agatha/datasets/:id/evaluations";
export const EVALUATION_PATH = `${EVALUATIONS_PATH}/:eid`;
const datasetParams = z.object({ id });
export const evaluationParams = datasetParams.extend({ eid: id });
export const shared = { access: "user", tag: "Evaluations" } as const;

/** Errors of a list of models. */
export const MODEL_LIST_ERRORS: ErrorCode[] = [
  ERRORS.datasetNotFound,
  ERRORS.responseNotAllowed,
  ERRORS.modelNotFound,
  ERRORS.modelNotTrained,
  ERRORS.modelsNotComparable,
];
const CHANGE_ERRORS: ErrorCode[] = [...MODEL_LIST_ERRORS, ERRORS.evaluationNotFound, ERRORS.dataChanged];

/** Routes that create, find, change, start and delete evaluations. */
export function lifecycleRoutes(deps: ApiDeps): Route[] {
  return [...collectionRoutes(deps), ...itemRoutes(deps)];
}

function collectionRoutes(deps: ApiDeps): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "get",
      path: EVALUATIONS_PATH,
      summary: "The evaluations of a dataset's models, oldest first",
      request: { params: datasetParams, query: maxFprQuery },
      responses: { 200: z.object({ data: z.array(evaluationAnswer) }) },
      errors: [ERRORS.datasetNotFound],
      async handler({ params, query, user }) {
        await accessibleDataset(deps, user, params.id);
        const maxFpr = parseMaxFpr(query.max_fpr);
        return { body: { data: await listEvaluations(deps, user, { datasetId: params.id, maxFpr }) } };
      },
    }),
    defineRoute({
      ...shared,
      method: "post",
      path: EVALUATIONS_PATH,
      needsLicence: true,
      summary: "Begins a comparison of models: it waits for a test file, or starts at once on the rows of another dataset",
      bodyLimit: "list",
      request: { params: datasetParams, body: createEvaluationRequest },
      responses: { 201: z.object({ id }) },
      errors: MODEL_LIST_ERRORS,
      async handler({ params, body, user }) {
        const { evaluation } = await createEvaluation(deps, user, params.id, body);
        return { status: 201, body: { id: evaluation.metadata.name } };
      },
    }),
  ];
}

function itemRoutes(deps: ApiDeps): Route[] {
  const one = { ...shared, path: EVALUATION_PATH } as const;
  return [
    defineRoute({
      ...one,
      method: "get",
      summary: "A comparison: how far it is, and the figures of each model on the test rows",
      request: { params: evaluationParams, query: maxFprQuery },
      responses: { 200: evaluationAnswer },
      errors: [ERRORS.datasetNotFound, ERRORS.evaluationNotFound],
      async handler({ params, query, user }) {
        const found = await accessibleEvaluation(deps, user, params.eid, params.id);
        return { body: await describeEvaluation(deps, user, found, parseMaxFpr(query.max_fpr)) };
      },
    }),
    ...(["put", "patch"] as const).map((method) =>
      defineRoute({
        ...one,
        method,
        summary: "Compares other models, or for another limit on contamination; nothing is trained or answered twice",
        bodyLimit: "list",
        request: { params: evaluationParams, body: evaluationPatch },
        responses: { 200: evaluationAnswer },
        errors: CHANGE_ERRORS,
        async handler({ params, body, user }) {
          const found = await asEditor(user, accessibleEvaluation(deps, user, params.eid, params.id));
          const evaluation = await changeEvaluation(deps, user, found, body);
          return { body: await describeEvaluation(deps, user, { ...found, evaluation }) };
        },
      }),
    ),
    defineRoute({
      ...one,
      method: "delete",
      summary: "Deletes a comparison and its test file",
      request: { params: evaluationParams },
      responses: { 204: null },
      errors: [ERRORS.datasetNotFound, ERRORS.evaluationNotFound],
      async handler({ params, user }) {
        await deleteEvaluation(deps, user, await asEditor(user, accessibleEvaluation(deps, user, params.eid, params.id)));
        return { status: 204 };
      },
    }),
    defineRoute({
      ...shared,
      method: "post",
      path: `${EVALUATION_PATH}/restore`,
      summary: "Undoes the deletion of a comparison, within a day",
      request: { params: evaluationParams },
      responses: { 200: evaluationAnswer },
      errors: [ERRORS.datasetNotFound, ERRORS.evaluationNotFound],
      handler: async ({ params, user }) => ({
        body: await describeEvaluation(deps, user, await restoreEvaluation(deps, user, params.id, params.eid)),
      }),
    }),
    defineRoute({
      ...shared,
      method: "post",
      path: `${EVALUATION_PATH}/start`,
      needsLicence: true,
      summary: "Starts the comparison on the file that was uploaded",
      request: { params: evaluationParams },
      responses: { 200: evaluationAnswer },
      errors: [ERRORS.datasetNotFound, ERRORS.evaluationNotFound, ERRORS.evaluationInputMissing],
      async handler({ params, user }) {
        const found = await asEditor(user, accessibleEvaluation(deps, user, params.eid, params.id));
        const evaluation = await startEvaluation(deps, user, found);
        return { body: await describeEvaluation(deps, user, { ...found, evaluation }) };
      },
    }),
  ];
}
