import { COLLECTIONS, isApiEnabled, type ProductType, type Resource, remainingQuota, type User, withApiEnabled } from "@agatha/contracts";
import { recordAudit } from "../audit/record-audit.js";
import type { ApiDeps } from "../deps.js";
import { modelTarget } from "../resources/training.js";
import { updateResource } from "../resources/update-resource.js";
import { countModels } from "./model-counts.js";

/** Disables the APIs for which the owner has no quota left, before deleted models are restored. */
export async function enforceApiLimit(
  deps: Pick<ApiDeps, "resources" | "documents" | "clock" | "logger">,
  user: User,
  models: readonly Resource<"Model">[],
  product: ProductType,
): Promise<void> {
  const countsOf = await countModels(deps);
  const taken = new Map<string, number>();
  for (const model of models.filter(isApiEnabled)) {
    const { owner } = model.spec;
    const account = await deps.documents.collection(COLLECTIONS.users).get(owner);
    const { enabled } = countsOf(owner);
    const licences = Object.values(enabled).reduce((sum, count) => sum + count, 0);
    const room = Math.min(
      remainingQuota(account?.products[product].enableLimit ?? 0, enabled[product]),
      remainingQuota(account?.restriction.licenceLimit ?? -1, licences),
    );
    const count = taken.get(owner) ?? 0;
    if (count < room) taken.set(owner, count + 1);
    else {
      await recordAudit(deps, user, { action: "model.api.disable", target: model.metadata.name });
      await updateResource(deps, modelTarget(model), (present) => ({ ...present, spec: withApiEnabled(present.spec, false) }));
    }
  }
}
