import { apisAnswer, contractStage, type ErrorCode, type User } from "@agatha/contracts";
import { Refusal } from "../http/failures.js";

/** Throws a Refusal where an API does not answer: `refusal` while it or its owner's APIs are disabled, 010313 once the contract has expired. */
export function ensureServed(
  owner: User | undefined,
  { enabled, refusal, now }: { enabled: boolean; refusal: ErrorCode; now: number },
): asserts owner is User {
  if (!enabled || !owner?.active || !apisAnswer(owner.contract.apiEnableMode)) throw new Refusal(refusal);
  if (contractStage(owner.contract, now) === "expired") throw new Refusal("010313");
}
