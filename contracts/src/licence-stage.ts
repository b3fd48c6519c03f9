/** How far a contract has come. Only a subscription (SP) ends; what was bought for good (RF) stays as it is. */
import type { User } from "./documents/index.js";

export const LICENCE_STAGES = ["normal", "warning", "expired"] as const;
export type LicenceStage = (typeof LICENCE_STAGES)[number];

type LicenceContract = Pick<User["contract"], "type" | "dueDate" | "duration">;

const DAY_MS = 86_400_000;

/** Days until a subscription's due date, with their fraction, below 0 after it; undefined where nothing is due. `now`: ms since the epoch. */
export function daysUntilDue({ type, dueDate }: LicenceContract, now: number): number | undefined {
  return type === "SP" && dueDate !== null ? (Date.parse(dueDate) - now) / DAY_MS : undefined;
}

/** Expired from the due date on; a warning from as many days before it as the contract's duration says. `now`: ms since the epoch. */
export function licenceStage(contract: LicenceContract, now: number): LicenceStage {
  const left = daysUntilDue(contract, now);
  if (left === undefined) return "normal";
  if (left <= 0) return "expired";
  return left <= contract.duration ? "warning" : "normal";
}
