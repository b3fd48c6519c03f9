import { COLLECTIONS, type Resource, taskOutputs } from "@agatha/contracts";
import { deleteNamedFile, type NamedFileDeps } from "../lifecycle/delete-named-file.js";
import { finalize } from "../lifecycle/finalize.js";
import { reconcileUntilPurged } from "../lifecycle/purge.js";
import { type ApplyDeps, applyPlan } from "../plan/apply-plan.js";
import type { ReconcileResult } from "../runtime/controller.js";
import { watchReferences } from "../runtime/watch.js";
import { type Attempts, observeAttempts } from "../tasks/attempts.js";
import { logFailedJob } from "../tasks/log-failed-job.js";
import { isRetryRequested } from "../tasks/retries.js";
import type { ResolvedReferences } from "./evaluation-input.js";
import { type PendingEvaluationWork, pendingEvaluationWork } from "./pending-work.js";
import { type ObservedState, planEvaluation } from "./plan.js";

export interface EvaluationDeps extends ApplyDeps {
  listers: NamedFileDeps["listers"];
}

type Evaluation = Resource<"Evaluation">;

/** Reconciles one Evaluation. Throws to be called again later. */
async function reconcileEvaluation(deps: EvaluationDeps, name: string): Promise<ReconcileResult> {
  const evaluation = deps.listers.Evaluation.get(name);
  if (!evaluation) return {};
  if (evaluation.metadata.deletionTimestamp !== undefined) {
    await finalize(deps, evaluation, () => deleteNamedFile(deps, evaluation));
    return {};
  }
  return await reconcileUntilPurged(deps, evaluation, () => planAndApply(deps, evaluation));
}

async function planAndApply(deps: EvaluationDeps, evaluation: Evaluation): Promise<ReconcileResult> {
  const { name, uid } = evaluation.metadata;
  const references = await resolveReferences(deps, evaluation);
  const pending = pendingEvaluationWork(evaluation, references);
  const attempts = await observeAttempts(deps, uid, pending.due?.taskNamePrefix, isRetryRequested(evaluation));
  const observed = await observe(deps, evaluation, { pending, attempts });
  const plan = planEvaluation(evaluation, { references, pending, observed }, deps.timers);
  return await applyPlan(deps, evaluation, plan, async () => {
    const { phase = "init", reason } = plan.status;
    deps.logger.info({ kind: "Evaluation", name, phase, reason }, "status changed");
    await logFailedJob(deps, attempts.latest);
  });
}

/** Queries the store, because a lagging cache would fail an evaluation of a new model. */
async function resolveReferences({ resources }: EvaluationDeps, { spec }: Evaluation): Promise<ResolvedReferences> {
  const models = await Promise.all(spec.models.map((model) => resources.get("Model", model)));
  return {
    dataset: await resources.get("Dataset", spec.datasetRef),
    inputDataset: spec.testDataset === undefined ? undefined : await resources.get("Dataset", spec.testDataset),
    models: new Map(models.flatMap((model) => (model ? [[model.metadata.name, model]] : []))),
  };
}

async function observe(
  { documents }: EvaluationDeps,
  evaluation: Evaluation,
  { pending: { input }, attempts }: { pending: PendingEvaluationWork; attempts: Attempts },
): Promise<ObservedState> {
  const training =
    input.is === "unparsed" ? await documents.collection(COLLECTIONS.tables).get(input.dataset.status?.table?.document ?? "") : undefined;
  const resultDocuments = await documents.collection(COLLECTIONS.evaluationResults).getMany(resultDocumentIds(evaluation, attempts));
  return { attempts, training: training?.table, resultDocuments };
}

/** Ids of documents, old and new, of entries whose figures are for another limit than the current one. */
function resultDocumentIds({ spec, status }: Evaluation, { latest }: Attempts): string[] {
  const result = latest?.task.result;
  const output = result?.status === "success" ? taskOutputs.evaluate.safeParse(result.output) : undefined;
  const fresh = spec.maxFpr !== undefined && output?.success ? [output.data.document] : [];
  const lines = status?.maxFpr === spec.maxFpr ? [] : (status?.models ?? []);
  return [...new Set([...fresh, ...lines.flatMap(({ document }) => (document === undefined ? [] : [document]))])];
}

export const evaluationController = {
  reconcile: reconcileEvaluation,
  watches: [
    watchReferences("Dataset", "Evaluation", ({ datasetRef, testDataset }, name) => datasetRef === name || testDataset === name),
    watchReferences("Model", "Evaluation", ({ models }, name) => models.includes(name)),
  ],
};
