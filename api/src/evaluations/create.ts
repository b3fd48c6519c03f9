import { randomBytes } from "node:crypto";
import { controllerReference, ERRORS, FINALIZER, NotFound, nameBeside, type User } from "@agatha/contracts";
import type { CreateEvaluationRequest } from "@agatha/contracts/wire";
import { recordAudit } from "../audit/record-audit.js";
import { accessibleDataset, editableDataset, requireDatasetProduct } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";
import { snapshotEnabledSteps } from "../edit-history/step-snapshots.js";
import type { EvaluationInDataset } from "./access.js";
import { comparableModels } from "./comparable.js";

type CreateDeps = Pick<ApiDeps, "resources" | "documents" | "clock" | "logger">;

/**
 * Creates an evaluation that waits for a test file, or starts at once on a dataset's rows. Throws NotFound (datasetNotFound,
 * modelNotFound), InvalidInput (badRequest) for an edit history without enabled steps, and what comparableModels throws.
 */
export async function createEvaluation(
  deps: CreateDeps,
  user: User,
  datasetId: string,
  request: CreateEvaluationRequest,
): Promise<EvaluationInDataset> {
  const dataset = await editableDataset(deps, user, datasetId);
  await requireDatasetProduct(deps, user, dataset);
  const { response, test_dataset_id: testDataset, use_extraction: useExtraction } = request;
  const models = await comparableModels(deps, user, { dataset, models: request.model_id_list, response });
  if (testDataset !== undefined) await ensureSameOwner(deps, user, { testDataset, owner: dataset.spec.owner });
  const extraction = useExtraction ? await snapshotEnabledSteps(deps, dataset) : undefined;
  const name = nameBeside(datasetId, `e${randomBytes(10).toString("hex")}`);
  await recordAudit(deps, user, { action: "evaluation.create", target: name, detail: { dataset: datasetId, models } });
  const evaluation = await deps.resources.create("Evaluation", {
    metadata: {
      name,
      finalizers: [FINALIZER],
      ownerReferences: [controllerReference("Dataset", dataset.metadata)],
    },
    spec: {
      owner: dataset.spec.owner,
      datasetRef: datasetId,
      testDataset,
      response,
      models,
      useExtraction,
      extraction,
      maxFpr: request.max_fpr,
      suspend: testDataset === undefined,
    },
  });
  return { evaluation, dataset };
}

/** Throws unless both have the same owner. A manager may see all rows, but must not show one user's rows to another user. */
async function ensureSameOwner(
  deps: CreateDeps,
  user: User,
  { testDataset, owner }: { testDataset: string; owner: string },
): Promise<void> {
  const { spec } = await accessibleDataset(deps, user, testDataset);
  if (spec.owner !== owner) throw new NotFound(`dataset ${testDataset} is not the owner's`, ERRORS.datasetNotFound);
}
