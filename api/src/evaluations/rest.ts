import { ERRORS, type User } from "@agatha/contracts";
import { createEvaluationRequest, type EvaluationAnswer, evaluationAnswer, evaluationPatch, id } from "@agatha/contracts/wire";
import { asEditor } from "../datasets/roles.js";
import type { ApiDeps } from "../deps.js";
import type { Route } from "../http/route.js";
import { restRoutes } from "../rest/index.js";
import { accessibleEvaluation } from "./access.js";
import { createEvaluation } from "./create.js";
import { describeEvaluation, listEvaluations } from "./listing.js";
import { MODEL_LIST_ERRORS } from "./routes.js";
import { changeEvaluation, deleteEvaluation } from "./service.js";

/** Evaluations of all datasets, for the console's lists. */
export function restEvaluationRoutes(deps: ApiDeps): Route[] {
  const get = async (user: User, evaluationId: string): Promise<EvaluationAnswer> =>
    await describeEvaluation(deps, user, await accessibleEvaluation(deps, user, evaluationId));
  return restRoutes({
    name: "evaluations",
    record: evaluationAnswer,
    errors: [...MODEL_LIST_ERRORS, ERRORS.evaluationNotFound, ERRORS.dataChanged],
    list: (user) => listEvaluations(deps, user),
    get,
    create: {
      body: createEvaluationRequest.extend({ dataset_id: id }),
      needsLicence: true,
      run: async (user, { dataset_id, ...request }) =>
        describeEvaluation(deps, user, await createEvaluation(deps, user, dataset_id, request)),
    },
    update: {
      body: evaluationPatch,
      run: async (user, evaluationId, patch) => {
        const found = await asEditor(user, accessibleEvaluation(deps, user, evaluationId));
        return await describeEvaluation(deps, user, { ...found, evaluation: await changeEvaluation(deps, user, found, patch) });
      },
    },
    remove: async (user, evaluationId) => {
      const found = await asEditor(user, accessibleEvaluation(deps, user, evaluationId));
      const was = await describeEvaluation(deps, user, found);
      await deleteEvaluation(deps, user, found);
      return was;
    },
  });
}
