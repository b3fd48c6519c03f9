import {
  COLLECTIONS,
  columnTypeOverrides,
  type DatasetSpec,
  ERRORS,
  type ModelInput,
  NotFound,
  type Resource,
  readingOf,
  type User,
} from "@agatha/contracts";
import { accessibleDataset, accessibleWithDataset } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";
import { loadModelInfo } from "../serving/trained-model.js";

type LikeDeps = Pick<ApiDeps, "resources" | "documents">;
type Reading = Pick<DatasetSpec, "timezone" | "columns" | "like">;

/**
 * Returns how a file with the columns of a dataset, or of a model's dataset, is read. Throws NotFound (datasetNotFound, modelNotFound)
 * if the user may not read it, and InvalidInput (modelNotTrained).
 */
export async function readLike(
  deps: LikeDeps,
  user: User,
  { like, like_model: modelId }: { like?: string | undefined; like_model?: string | undefined },
): Promise<Partial<Reading>> {
  if (modelId !== undefined) {
    const notFound = new NotFound(`model ${modelId} is not there`, ERRORS.modelNotFound);
    const asked = { kind: "Model", id: modelId, datasetId: undefined, notFound } as const;
    const { resource: model, dataset } = await accessibleWithDataset(deps, user, asked);
    const { info } = await loadModelInfo(deps, model);
    return await readingLike(deps, dataset, info.inputs);
  }
  return like === undefined ? {} : await readingLike(deps, await accessibleDataset(deps, user, like));
}

async function readingLike(
  deps: LikeDeps,
  { spec: { timezone, columns }, status }: Resource<"Dataset">,
  inputs?: readonly ModelInput[],
): Promise<Reading> {
  const document = status?.table?.document;
  const found = document === undefined ? undefined : await deps.documents.collection(COLLECTIONS.tables).get(document);
  const overrides = columnTypeOverrides(columns, found?.table.columns ?? [], inputs);
  return { timezone, columns: overrides, like: found ? readingOf(found.table, inputs) : {} };
}
