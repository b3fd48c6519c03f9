import { ERRORS, type ErrorCode, ownerRefusal, type ProductType, type User } from "@agatha/contracts";
import { requireProduct } from "../datasets/access.js";
import { ApiError } from "../http/api-error.js";

/**
 * Throws ApiError if an API is unavailable: `refusal` while it or its owner's APIs are disabled, licenceExpired once the contract
 * has expired, permissionDenied while the owner does not have the product.
 */
export function ensureApiAvailable(
  owner: User | undefined,
  { enabled, product, refusal, now }: { enabled: boolean; product: ProductType; refusal: ErrorCode; now: number },
): asserts owner is User {
  const because = ownerRefusal(owner, product, now);
  if (!enabled || !owner || because === "inactive" || because === "disabled") throw new ApiError(refusal);
  if (because === "expired") throw new ApiError(ERRORS.licenceExpired);
  requireProduct(owner, product);
}
