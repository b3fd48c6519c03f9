/** What was found out about the models of evaluations: documents, each of several models. */
import { COLLECTIONS, choiceFor, type EvaluatedModel, type EvaluationLine, type Resource, type ThresholdChoice } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";

type Evaluation = Resource<"Evaluation">;

/** The lines that are about the present spec: none after another file has come that is not compared on yet. */
export function presentLines({ metadata, spec, status }: Evaluation): EvaluationLine[] {
  if (status?.observedGeneration !== metadata.generation && spec.suspend) return [];
  return (status?.models ?? []).filter(({ name }) => spec.models.includes(name));
}

/** What was found, by evaluation and model: see `keyOf`. */
export type Results = ReadonlyMap<string, EvaluatedModel>;

export async function resultsOf(deps: Pick<ApiDeps, "documents">, evaluations: Evaluation[]): Promise<Results> {
  const lines = evaluations.flatMap(presentLines);
  const ids = new Set(lines.flatMap(({ document }) => (document === undefined ? [] : [document])));
  const documents = deps.documents.collection(COLLECTIONS.evaluationResults);
  const found = await Promise.all([...ids].map((id) => documents.get(id)));
  return new Map(
    found.flatMap((one) =>
      one ? Object.entries(one.models).map(([name, model]): [string, EvaluatedModel] => [keyOf(one.id, name), model]) : [],
    ),
  );
}

export function resultOf(results: Results, { document, name }: EvaluationLine): EvaluatedModel | undefined {
  return document === undefined ? undefined : results.get(keyOf(document, name));
}

const keyOf = (document: string, model: string): string => `${document}/${model}`;

/** What holds under a limit of its own; undefined where the model's own threshold does. */
export function choiceAt(found: EvaluatedModel | undefined, limit: number | undefined): ThresholdChoice | undefined {
  return limit === undefined ? undefined : choiceFor(found?.choices ?? [], limit);
}
