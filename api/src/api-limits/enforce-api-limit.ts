/** Disables APIs for which the owner has no quota left, before what is deleted is restored. */
import {
  COLLECTIONS,
  isApiEnabled,
  isMarkedDeleted,
  type ProductType,
  type Resource,
  remainingQuota,
  type User,
  withApiEnabled,
} from "@agatha/contracts";
import { recordAudit } from "../audit/record-audit.js";
import type { ApiDeps } from "../deps.js";
import { countEnabledApis, loadHistory, setApiEnabled } from "../resources/edit-histories.js";
import { modelTarget } from "../resources/training.js";
import { updateResource } from "../resources/update-resource.js";
import { countModels } from "./model-counts.js";

type LimitDeps = Pick<ApiDeps, "resources" | "documents" | "clock" | "logger">;

/** Disables the APIs of deleted models for which their owners have no quota left. */
export async function enforceApiLimit(
  deps: LimitDeps,
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

/** Disables the extraction API of a deleted dataset if its owner's other datasets of the product have as many as allowed. */
export async function enforceEditHistoryApiLimit(deps: LimitDeps, user: User, dataset: Resource<"Dataset">): Promise<void> {
  const { metadata, spec } = dataset;
  if (!(await loadHistory(deps, metadata.uid))?.api?.enabled) return;
  const { owner, productType } = spec;
  const { items } = await deps.resources.list("Dataset", { owner });
  const others = items.filter((other) => !isMarkedDeleted(other) && other.spec.productType === productType);
  const enabled = await countEnabledApis(deps, others);
  const account = await deps.documents.collection(COLLECTIONS.users).get(owner);
  if (remainingQuota(account?.products[productType].enableLimit ?? 0, enabled) > 0) return;
  await recordAudit(deps, user, { action: "extraction.api.disable", target: metadata.name });
  await setApiEnabled(deps, dataset, false);
}
