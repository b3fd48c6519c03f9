/** Rules for enabling the open API of a model. Managers' requests and automatic enabling share them. */
import type { User } from "../documents/index.js";
import { licenceStage } from "../documents/licence-stage.js";
import type { ProductType } from "../kinds/dataset.js";
import type { EnablingMode } from "../kinds/enabling-mode.js";
import type { Resource } from "../kinds/index.js";
import type { ModelSpec } from "../kinds/model.js";
import { isMarkedDeleted } from "../resources/soft-delete.js";
import type { ModelInfo } from "../results/model-info.js";
import type { DataCheck } from "../results/table.js";

/**
 * Account settings for the open APIs of its models. With `disabled`, no API answers, even of an enabled model. With the other
 * modes, the APIs of enabled models answer. They differ in when a new model is enabled: by a manager (`enabled`), as soon as it
 * is trained (`all`), or once trained if it ranks first in its automatic training or was made by hand (`first`).
 */
export const API_ENABLE_MODES = ["enabled", "all", "first", "disabled"] as const;

/** Returns true if open APIs answer for an account with this mode. */
function apisEnabled(apiEnableMode: string): boolean {
  return apiEnableMode !== "disabled";
}

/** Returns the enabling mode of an account's new models when the request names none. */
export function enablingModeFor(apiEnableMode: string): EnablingMode {
  return apiEnableMode === "all" || apiEnableMode === "first" ? apiEnableMode : "manual";
}

/** Returns true if the model's API is enabled: by its spec, or by the operator if the spec leaves it to the operator. */
export function isApiEnabled({ spec, status }: Pick<Resource<"Model">, "spec" | "status">): boolean {
  return spec.apiEnabled || (spec.enableWhenTrained === true && status?.apiEnabled === true);
}

/** Returns the spec with the API enabled or disabled by a person. The operator does not enable it by itself afterwards. */
export function withApiEnabled({ enableWhenTrained: _decided, ...spec }: ModelSpec, apiEnabled: boolean): ModelSpec {
  return { ...spec, apiEnabled };
}

/**
 * Why the enabled APIs of an owner do not answer: the account is disabled or not there, all its APIs are disabled, the contract has
 * expired, or the product is missing.
 */
export const OWNER_REFUSALS = ["inactive", "disabled", "expired", "product"] as const;
export type OwnerRefusal = (typeof OWNER_REFUSALS)[number];

/** Returns why the enabled API of this owner does not answer; undefined if it does. */
export function ownerRefusal(owner: User | undefined, product: ProductType, now: number): OwnerRefusal | undefined {
  if (!owner?.active) return "inactive";
  if (!apisEnabled(owner.contract.apiEnableMode)) return "disabled";
  if (licenceStage(owner.contract, now) === "expired") return "expired";
  return owner.products[product].enabled ? undefined : "product";
}

/**
 * Returns the columns that the model uses and that have no value in any row, according to the data check. `columns` are those
 * that the model's spec names.
 */
export function usedEmptyColumns(
  columns: readonly string[] | undefined,
  info: Pick<ModelInfo, "inputs"> | undefined,
  check: DataCheck | undefined,
): string[] {
  const used = new Set(columns ?? info?.inputs.map(({ name }) => name));
  return (check?.check_table ?? []).filter(({ all_na, name }) => all_na && used.has(name)).map(({ name }) => name);
}

/** Returns true if the model counts against its owner's limits. Deleted models and models of deleted datasets do not count. */
export function countsAgainstLimits(model: Resource<"Model">, dataset: Resource<"Dataset"> | undefined): dataset is Resource<"Dataset"> {
  return !isMarkedDeleted(model) && dataset !== undefined && !isMarkedDeleted(dataset);
}

/** Returns how many more models may be enabled under a limit. A limit of -1 means no limit. */
export function remainingQuota(limit: number, enabled: number): number {
  return limit < 0 ? Number.POSITIVE_INFINITY : Math.max(0, limit - enabled);
}
