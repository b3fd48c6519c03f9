import { isDeepStrictEqual } from "node:util";
import { ERRORS, type EvaluationSpec, InvalidInput, NotFound, type Resource, type User } from "@agatha/contracts";
import { withoutUndefined } from "@agatha/contracts/resources/without-undefined";
import type { EvaluationPatch } from "@agatha/contracts/wire";
import { recordAudit } from "../audit/record-audit.js";
import { requireDatasetProduct, restorableWithDataset } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";
import { markDeleted, unmarkDeleted } from "../resources/soft-delete.js";
import { type UpdateTarget, updateResource } from "../resources/update-resource.js";
import type { EvaluationInDataset } from "./access.js";
import { comparableModels } from "./comparable.js";

type ServiceDeps = Pick<ApiDeps, "resources" | "documents" | "clock" | "logger">;
type Evaluation = Resource<"Evaluation">;

/**
 * Changes the models or the limit. Only new results are computed. Throws what comparableModels throws, and InvalidInput (dataChanged) if
 * the comparison has other models than those that the change is made to.
 */
export async function changeEvaluation(
  deps: ServiceDeps,
  user: User,
  { evaluation, dataset }: EvaluationInDataset,
  { model_id_list, known_model_id_list: known, max_fpr }: EvaluationPatch,
): Promise<Evaluation> {
  await requireDatasetProduct(deps, user, dataset);
  const { response, models: compared } = evaluation.spec;
  const models = model_id_list && (await comparableModels(deps, user, { dataset, models: model_id_list, response, compared }));
  const changes = { ...(models && { models }), ...(max_fpr !== undefined && { maxFpr: max_fpr ?? undefined }) };
  await recordAudit(deps, user, { action: "evaluation.change", target: evaluation.metadata.name, detail: { model_id_list, max_fpr } });
  return await updateSpec(deps, evaluation, (spec) => {
    if (known && !isDeepStrictEqual(spec.models, known)) {
      throw new InvalidInput(ERRORS.dataChanged, {
        path: "known_model_id_list",
        message: "The comparison has other models by now: read it again, and change its present list",
      });
    }
    return { ...spec, ...changes };
  });
}

/** Starts an evaluation. Throws InvalidInput (evaluationInputMissing) if there are no test rows. */
export async function startEvaluation(deps: ServiceDeps, user: User, { evaluation, dataset }: EvaluationInDataset): Promise<Evaluation> {
  await requireDatasetProduct(deps, user, dataset);
  await recordAudit(deps, user, { action: "evaluation.start", target: evaluation.metadata.name });
  return await updateSpec(deps, evaluation, (spec) => {
    if (spec.testData === undefined && spec.testDataset === undefined) {
      throw new InvalidInput(ERRORS.evaluationInputMissing, { path: "", message: "Upload a file with the rows to compare the models on" });
    }
    return { ...spec, suspend: false };
  });
}

/** Deletes an evaluation, so that it can be restored for a day. */
export async function deleteEvaluation(deps: ServiceDeps, user: User, { evaluation }: EvaluationInDataset): Promise<void> {
  await recordAudit(deps, user, { action: "evaluation.delete", target: evaluation.metadata.name });
  await markDeleted(deps, evaluationTarget(evaluation));
}

/** Restores an evaluation. Throws NotFound (datasetNotFound, evaluationNotFound). */
export async function restoreEvaluation(deps: ServiceDeps, user: User, datasetId: string, id: string): Promise<EvaluationInDataset> {
  const notFound = new NotFound(`evaluation ${id} was not deleted, or more than a day ago`, ERRORS.evaluationNotFound);
  const { resource, dataset } = await restorableWithDataset(deps, user, { kind: "Evaluation", id, datasetId, notFound });
  await recordAudit(deps, user, { action: "evaluation.restore", target: id });
  return { evaluation: await unmarkDeleted(deps, evaluationTarget(resource)), dataset };
}

function evaluationTarget({ metadata: { name, uid } }: Evaluation): UpdateTarget<"Evaluation"> {
  return { kind: "Evaluation", name, uid, notFoundCode: ERRORS.evaluationNotFound };
}

/** Changes the newest version of the spec. It writes nothing if nothing changes. Throws NotFound (evaluationNotFound). */
export async function updateSpec(
  deps: Pick<ApiDeps, "resources">,
  evaluation: Evaluation,
  change: (spec: EvaluationSpec) => EvaluationSpec,
): Promise<Evaluation> {
  return await updateResource(deps, evaluationTarget(evaluation), (present) => {
    const spec = change(present.spec);
    return isDeepStrictEqual(withoutUndefined(present.spec), withoutUndefined(spec)) ? undefined : { ...present, spec };
  });
}
