import { COLLECTIONS, type EvaluationResultDocument, type Resource, taskOutputs } from "@agatha/contracts";
import type { View } from "@agatha/contracts/informer";
import type { Outcome } from "../runtime/controller.js";
import { type ApplyDeps, apply } from "../work/apply.js";
import { type Attempts, observeAttempts } from "../work/attempts.js";
import { logFailure } from "../work/log-failure.js";
import { release } from "../work/release.js";
import { evaluationNeed, type Observed, planEvaluation } from "./plan.js";
import { type Around, testTableOf } from "./test-table.js";

export interface EvaluationDeps extends ApplyDeps {
  evaluations: View<"Evaluation">;
}

type Evaluation = Resource<"Evaluation">;

/** Brings one Evaluation nearer to its comparison. Throws to be called again later. */
export async function reconcileEvaluation(deps: EvaluationDeps, name: string): Promise<Outcome> {
  const evaluation = deps.evaluations.get(name);
  if (!evaluation) return {};
  const { metadata, spec } = evaluation;
  if (metadata.deletionTimestamp !== undefined) {
    await release(deps, evaluation, async () => {
      if (spec.testData) await deps.objects.delete(spec.testData.key);
    });
    return {};
  }
  const around = await aroundOf(deps, evaluation);
  const attempts = await observeAttempts(deps, metadata.uid, evaluationNeed(evaluation, around).due?.stem);
  const plan = planEvaluation(evaluation, around, await observe(deps, evaluation, { around, attempts }), deps.timers);
  return await apply(deps, evaluation, plan, async () => {
    const { phase = "init", reason } = plan.status;
    deps.logger.info({ kind: "Evaluation", name, phase, reason }, "status changed");
    await logFailure(deps, attempts.latest);
  });
}

/** Asked of the store itself: a view that lags behind would fail an evaluation of a model that was just made. */
async function aroundOf({ resources }: EvaluationDeps, { spec }: Evaluation): Promise<Around> {
  const models = await Promise.all(spec.models.map((model) => resources.get("Model", model)));
  return {
    dataset: await resources.get("Dataset", spec.datasetRef),
    testDataset: spec.testDataset === undefined ? undefined : await resources.get("Dataset", spec.testDataset),
    models: new Map(models.flatMap((model) => (model ? [[model.metadata.name, model]] : []))),
  };
}

async function observe(
  { documents }: EvaluationDeps,
  evaluation: Evaluation,
  { around, attempts }: { around: Around; attempts: Attempts },
): Promise<Observed> {
  const test = testTableOf(evaluation, around);
  const training =
    test.is === "unparsed" ? await documents.collection(COLLECTIONS.tables).get(test.dataset.status?.table?.document ?? "") : undefined;
  const found = await Promise.all(
    documentsOf(evaluation, attempts).map((id) => documents.collection(COLLECTIONS.evaluationResults).get(id)),
  );
  const results = new Map(found.flatMap((one): [string, EvaluationResultDocument][] => (one ? [[one.id, one]] : [])));
  return { attempts, training: training?.table.columns, results };
}

/** Of lines whose figures are for another limit than the one that is asked for by now: those of before, and new ones. */
function documentsOf({ spec, status }: Evaluation, { latest }: Attempts): string[] {
  const result = latest?.task.result;
  const output = result?.status === "success" ? taskOutputs.evaluate.safeParse(result.output) : undefined;
  const fresh = spec.maxFpr !== undefined && output?.success ? [output.data.document] : [];
  const lines = status?.maxFpr === spec.maxFpr ? [] : (status?.models ?? []);
  return [...new Set([...fresh, ...lines.flatMap(({ document }) => (document === undefined ? [] : [document]))])];
}
