/** Stage of a contract. Only a subscription (SP) expires; a purchase (RF) does not. */
import type { User } from "./accounts.js";

export const LICENCE_STAGES = ["normal", "warning", "expired"] as const;
export type LicenceStage = (typeof LICENCE_STAGES)[number];

type LicenceContract = Pick<User["contract"], "type" | "dueDate" | "duration">;

const DAY_MS = 86_400_000;

/**
 * Returns the days until a subscription's due date, with fractions, negative after it. Returns undefined if there is no due date.
 * `now` is in ms since the epoch.
 */
export function daysUntilDue({ type, dueDate }: LicenceContract, now: number): number | undefined {
  return type === "SP" && dueDate !== null ? (Date.parse(dueDate) - now) / DAY_MS : undefined;
}

/**
 * Returns the stage of the contract: expired from the due date, warning within the contract's duration in days before it. `now`
 * is in ms since the epoch.
 */
export function licenceStage(contract: LicenceContract, now: number): LicenceStage {
  const left = daysUntilDue(contract, now);
  if (left === undefined) return "normal";
  if (left <= 0) return "expired";
  return left <= contract.duration ? "warning" : "normal";
}
