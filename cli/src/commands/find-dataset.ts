import type { ApiClient } from "@agatha/contracts/client";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { CommandFailed } from "../command-context.js";

/** Finds a dataset by id, or by name if only one dataset has it, since managers see all users' datasets. The result has no columns. */
export async function findDataset(api: ApiClient, wanted: string): Promise<DatasetAnswer> {
  const all = await api.datasets();
  const named = all.filter(({ name }) => name === wanted);
  const found = all.find(({ id }) => id === wanted) ?? (named.length === 1 ? named[0] : undefined);
  if (found) return found;
  if (named.length === 0) throw new CommandFailed(`There is no dataset "${wanted}". See: agatha datasets`);
  throw new CommandFailed(`Several datasets are named "${wanted}". Use the id of one: ${named.map(({ id }) => id).join(", ")}`);
}
