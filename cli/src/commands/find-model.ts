import type { ApiClient } from "@agatha/contracts/client";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { CommandFailed } from "../command-context.js";

/** Finds a model by id, or by name if only one model has it. */
export async function findModel(api: ApiClient, wanted: string): Promise<ModelAnswer> {
  const all = await api.allModels();
  const named = all.filter(({ name }) => name === wanted);
  const found = all.find(({ id }) => id === wanted) ?? (named.length === 1 ? named[0] : undefined);
  if (found) return found;
  if (named.length === 0) throw new CommandFailed(`There is no model "${wanted}". See: agatha models`);
  throw new CommandFailed(`Several models are named "${wanted}". Use the id of one: ${named.map(({ id }) => id).join(", ")}`);
}
