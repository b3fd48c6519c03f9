import type { ApiClient } from "@agatha/contracts/client";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { CommandFailed } from "../command-context.js";

/** By its id, or by its name where only one dataset has it: managers see everybody's. Without its columns. */
export async function findDataset(api: ApiClient, wanted: string): Promise<DatasetAnswer> {
  const all = await api.datasets();
  const named = all.filter(({ name }) => name === wanted);
  const found = all.find(({ id }) => id === wanted) ?? (named.length === 1 ? named[0] : undefined);
  if (found) return found;
  if (named.length === 0) throw new CommandFailed(`There is no dataset "${wanted}". See: agatha datasets`);
  throw new CommandFailed(`Several datasets are named "${wanted}". Use the id of one: ${named.map(({ id }) => id).join(", ")}`);
}
