/** Problems of enabling APIs: an owner's contract, a product's quota, and licences. */
import { COLLECTIONS, type CodedProblem, ERRORS, licenceStage, type ProductType, remainingQuota, type User } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";

/** A model or dataset with an API. */
export interface ApiTarget {
  owner: string;
  productType: ProductType;
  enabled: boolean;
}

interface ApiChange {
  /** Key of the target. */
  target: string;
  enabled: boolean;
  /** Place of the target in the request. */
  path: string;
}

/** Number of an owner's enabled APIs after all changes: of the target's product, and of all products. */
interface ApiCounts {
  ofProduct: number;
  ofAll: number;
}

/** Returns the problem of so many enabled APIs of a product, if any. `owner` is undefined for a deleted account. Pure function. */
type LimitCheck = (owner: User | undefined, product: ProductType, counts: ApiCounts) => Omit<CodedProblem, "path"> | undefined;

/** Returns a problem for each change that enables an API beyond a limit. APIs that the same changes disable do not count. */
export async function limitProblems(
  deps: Pick<ApiDeps, "documents" | "clock">,
  targets: ReadonlyMap<string, ApiTarget>,
  changes: readonly ApiChange[],
  check: LimitCheck,
): Promise<CodedProblem[]> {
  const after = new Map(changes.map(({ target, enabled }) => [target, enabled]));
  const enabled = [...targets].flatMap(([key, target]) => ((after.get(key) ?? target.enabled) ? [target] : []));
  const problems: CodedProblem[] = [];
  for (const change of changes) {
    const target = targets.get(change.target);
    if (!target || !change.enabled || target.enabled) continue;
    const owner = await deps.documents.collection(COLLECTIONS.users).get(target.owner);
    const owned = enabled.filter((other) => other.owner === target.owner);
    const ofProduct = owned.filter(({ productType }) => productType === target.productType).length;
    const unavailable = expiredProblem(owner, deps.clock.now()) ?? productProblem(owner, target.productType);
    const problem = unavailable ?? check(owner, target.productType, { ofProduct, ofAll: owned.length });
    if (problem) problems.push({ ...problem, path: change.path });
  }
  return problems;
}

function expiredProblem(owner: User | undefined, now: number): Omit<CodedProblem, "path"> | undefined {
  if (!owner || licenceStage(owner.contract, now) !== "expired") return undefined;
  return { code: ERRORS.licenceExpired, message: `${owner.username}'s contract has expired` };
}

function productProblem(owner: User | undefined, product: ProductType): Omit<CodedProblem, "path"> | undefined {
  if (!owner || owner.products[product].enabled) return undefined;
  return { code: ERRORS.permissionDenied, message: `${owner.username} does not have the product ${product}` };
}

/** Each model needs a licence and a place in its product's quota. */
export const modelLimitProblem: LimitCheck = (owner, product, { ofProduct, ofAll }) => {
  if (!owner) return { code: ERRORS.apiActivationLimitReached, message: "The model's owner has no account any more" };
  const { username, restriction, products } = owner;
  if (remainingQuota(restriction.licenceLimit ?? -1, ofAll - 1) < 1) {
    const message = `${username} has ${restriction.licenceLimit} licences of models; this would take ${ofAll}`;
    return { code: ERRORS.modelLicenceLimitReached, message };
  }
  const { enableLimit } = products[product];
  if (remainingQuota(enableLimit, ofProduct - 1) >= 1) return undefined;
  const message = `${username} may have ${enableLimit} APIs of ${product}; this would make ${ofProduct}`;
  return { code: ERRORS.apiActivationLimitReached, message };
};

/** Each edit history needs a place in its product's quota. */
export const editHistoryLimitProblem: LimitCheck = (owner, product, { ofProduct }) => {
  const limit = owner?.products[product].enableLimit ?? 0;
  if (limit < 0 || ofProduct <= limit) return undefined;
  const message = `${owner?.username ?? "The owner"} may have ${limit} extraction APIs of ${product}; this would make ${ofProduct}`;
  return { code: ERRORS.apiActivationLimitReached, message };
};
