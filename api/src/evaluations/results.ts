/** Results of evaluations: documents, each for several models. */
import {
  COLLECTIONS,
  type EvaluationModelStatus,
  type ModelEvaluation,
  type Resource,
  type ThresholdChoice,
  thresholdChoiceFor,
} from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";

type Evaluation = Resource<"Evaluation">;

/** Returns the status lines of the present spec. There are none if another file was uploaded and not yet evaluated. */
export function currentLines({ metadata, spec, status }: Evaluation): EvaluationModelStatus[] {
  if (status?.observedGeneration !== metadata.generation && spec.suspend) return [];
  return (status?.models ?? []).filter(({ name }) => spec.models.includes(name));
}

/** Results by evaluation and model: see `keyOf`. */
export type EvaluatedModels = ReadonlyMap<string, ModelEvaluation>;

/** Loads the results of the comparisons, each document once. */
export async function loadResults(deps: Pick<ApiDeps, "documents">, evaluations: Evaluation[]): Promise<EvaluatedModels> {
  const lines = evaluations.flatMap(currentLines);
  const ids = new Set(lines.flatMap(({ document }) => (document === undefined ? [] : [document])));
  const documents = deps.documents.collection(COLLECTIONS.evaluationResults);
  const found = await Promise.all([...ids].map((id) => documents.get(id)));
  return new Map(
    found.flatMap((one) =>
      one ? Object.entries(one.models).map(([name, model]): [string, ModelEvaluation] => [resultKey(one.id, name), model]) : [],
    ),
  );
}

/** Returns the result of one model of a comparison; undefined if it could not be evaluated. */
export function findResult(results: EvaluatedModels, { document, name }: EvaluationModelStatus): ModelEvaluation | undefined {
  return document === undefined ? undefined : results.get(resultKey(document, name));
}

const resultKey = (document: string, model: string): string => `${document}/${model}`;

/** Returns the threshold choice under a limit, or undefined if the model's own threshold applies. */
export function choiceAtMaxFpr(found: ModelEvaluation | undefined, maxFpr: number | undefined): ThresholdChoice | undefined {
  return maxFpr === undefined ? undefined : thresholdChoiceFor(found?.choices ?? [], maxFpr);
}
