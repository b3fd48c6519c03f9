import type { ApiClient } from "@agatha/contracts/client";
import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { CommandFailed } from "../command-context.js";

/**
 * Finds a dataset by id, or by name or title if only one dataset has it, since managers see all users' datasets. The result has no
 * columns.
 */
export async function findDataset(api: ApiClient, wanted: string): Promise<DatasetAnswer> {
  return findByIdOrName("dataset", await api.datasets(), wanted);
}

/** Finds a model by id, or by name or title if only one model has it. */
export async function findModel(api: ApiClient, wanted: string): Promise<ModelAnswer> {
  return findByIdOrName("model", await api.allModels(), wanted);
}

function findByIdOrName<T extends { id: string; name: string; title: string }>(noun: string, all: readonly T[], wanted: string): T {
  const named = all.filter(({ name, title }) => name === wanted || title === wanted);
  const found = all.find(({ id }) => id === wanted) ?? (named.length === 1 ? named[0] : undefined);
  if (found) return found;
  if (named.length === 0) throw new CommandFailed(`There is no ${noun} "${wanted}". See: agatha ${noun}s`);
  throw new CommandFailed(`Several ${noun}s are named "${wanted}". Use the id of one: ${named.map(({ id }) => id).join(", ")}`);
}
