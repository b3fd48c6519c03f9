import { isDeepStrictEqual } from "node:util";
import { type EvaluationSpec, InvalidInput, NotFound, type Resource, type User } from "@agatha/contracts";
import type { EvaluationPatch } from "@agatha/contracts/wire";
import type { ApiDeps } from "../deps.js";
import { audit } from "../management/audit.js";
import { changeResource } from "../resources/change.js";
import type { EvaluationInDataset } from "./access.js";
import { comparableModels } from "./comparable.js";

type ServiceDeps = Pick<ApiDeps, "resources" | "documents" | "clock">;
type Evaluation = Resource<"Evaluation">;

/** Other models, or another limit: only what is new is worked out. Throws what comparableModels throws. */
export async function changeEvaluation(
  deps: ServiceDeps,
  user: User,
  { evaluation }: EvaluationInDataset,
  { model_id_list, max_fpr }: EvaluationPatch,
): Promise<Evaluation> {
  const { datasetRef: datasetId, response } = evaluation.spec;
  const models = model_id_list && (await comparableModels(deps, user, { datasetId, models: model_id_list, response }));
  const changes = { ...(models && { models }), ...(max_fpr !== undefined && { maxFpr: max_fpr ?? undefined }) };
  await audit(deps, user, { action: "evaluation.change", target: evaluation.metadata.name, detail: { model_id_list, max_fpr } });
  return await changeSpec(deps, evaluation, (spec) => ({ ...spec, ...changes }));
}

/** Throws InvalidInput (010705) while there are no test rows. */
export async function startEvaluation(deps: ServiceDeps, user: User, { evaluation }: EvaluationInDataset): Promise<Evaluation> {
  await audit(deps, user, { action: "evaluation.start", target: evaluation.metadata.name });
  return await changeSpec(deps, evaluation, (spec) => {
    if (spec.testData === undefined && spec.testDataset === undefined) {
      throw new InvalidInput("010705", { path: "", message: "Upload a file with the rows to compare the models on" });
    }
    return { ...spec, suspend: false };
  });
}

export async function deleteEvaluation(deps: ServiceDeps, user: User, { evaluation }: EvaluationInDataset): Promise<void> {
  const { name, uid } = evaluation.metadata;
  await audit(deps, user, { action: "evaluation.delete", target: name });
  try {
    await deps.resources.delete("Evaluation", { name, uid });
  } catch (error) {
    if (error instanceof NotFound) throw new NotFound(error.message, "010701");
    throw error;
  }
}

/** On the newest version of the spec; nothing is written where nothing changes. Throws NotFound (010701). */
export async function changeSpec(
  deps: Pick<ApiDeps, "resources">,
  { metadata: { name, uid } }: Evaluation,
  change: (spec: EvaluationSpec) => EvaluationSpec,
): Promise<Evaluation> {
  return await changeResource(deps, { kind: "Evaluation", name, uid, goneCode: "010701" }, (present) => {
    const spec = change(present.spec);
    return isDeepStrictEqual(asStored(present.spec), asStored(spec)) ? undefined : { ...present, spec };
  });
}

/** What is undefined is not stored. */
const asStored = (spec: EvaluationSpec): unknown => JSON.parse(JSON.stringify(spec));
