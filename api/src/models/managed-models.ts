import type { ApiUsage, User } from "@agatha/contracts";
import type { ManagedModelAnswer } from "@agatha/contracts/wire";
import type { ApiDeps } from "../deps.js";
import type { TokenUsage } from "../tokens/usage.js";
import { listModels, type ModelFilter } from "./listing.js";

/** Returns the models that the user may see, each with the usage of all tokens that it ever had. */
export async function listManagedModels(
  deps: Pick<ApiDeps, "resources" | "documents" | "clock"> & { usage: TokenUsage },
  user: User,
  filter: ModelFilter = {},
): Promise<ManagedModelAnswer[]> {
  const [models, { items }, used] = await Promise.all([listModels(deps, user, filter), deps.resources.list("Model"), deps.usage.list()]);
  const uids = new Map(items.map(({ metadata }) => [metadata.name, metadata.uid]));
  const byModel = new Map<string, ApiUsage[]>();
  for (const use of used) byModel.set(use.subjectUid, [...(byModel.get(use.subjectUid) ?? []), use]);
  return models.map((model) => ({ ...model, ...usageTotals(byModel.get(uids.get(model.id) ?? "") ?? []) }));
}

/** `uses` are those of each token, the token used last first. */
export function usageTotals(uses: ApiUsage[]): Pick<ManagedModelAnswer, "api_calls" | "api_rows" | "api_last_used_at" | "api_used"> {
  return {
    api_calls: uses.reduce((calls, use) => calls + use.calls, 0),
    api_rows: uses.reduce((rows, use) => rows + use.rows, 0),
    api_last_used_at: uses[0]?.lastUsedAt ?? null,
    api_used: uses.length > 0,
  };
}
