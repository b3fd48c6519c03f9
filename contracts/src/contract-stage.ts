/** How far a contract has come. Only a subscription (SP) ends; what was bought for good (RF) stays as it is. */
import type { User } from "./documents/index.js";

export const CONTRACT_STAGES = ["normal", "warning", "expired"] as const;
export type ContractStage = (typeof CONTRACT_STAGES)[number];

type Contract = Pick<User["contract"], "type" | "dueDate" | "duration">;

const DAY_MS = 86_400_000;

/** Days until a subscription's due date, with their fraction, below 0 after it; undefined where nothing is due. `now`: ms since the epoch. */
export function daysLeft({ type, dueDate }: Contract, now: number): number | undefined {
  return type === "SP" && dueDate !== null ? (Date.parse(dueDate) - now) / DAY_MS : undefined;
}

/** Expired from the due date on; a warning from as many days before it as the contract's duration says. `now`: ms since the epoch. */
export function contractStage(contract: Contract, now: number): ContractStage {
  const left = daysLeft(contract, now);
  if (left === undefined) return "normal";
  if (left <= 0) return "expired";
  return left <= contract.duration ? "warning" : "normal";
}
