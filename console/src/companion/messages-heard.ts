import { COMPANION_FLOWS, type CompanionFlow } from "@agatha/contracts";
import { ApiError } from "../api/api-error.js";
import type { Task } from "./handshake.js";

/** What a service may say to the window: take this model, or nothing more is to be done. */
export type Heard = { state: "SERVICE_INIT_DATA"; task: Task } | { state: "serviceDone" };

/** Null for what is not part of the handshake: other programs post messages, too. Throws ApiError 010201 that names the field. */
export function heard(data: unknown): Heard | null {
  if (typeof data !== "object" || data === null || !("state" in data)) return null;
  if (data.state === "serviceDone") return { state: "serviceDone" };
  if (data.state !== "SERVICE_INIT_DATA") return null;
  const { datasetID, modelID, flow } = data as Partial<Record<keyof Task, unknown>>;
  return {
    state: "SERVICE_INIT_DATA",
    task: { datasetID: id("datasetID", datasetID), modelID: id("modelID", modelID), flow: known(flow) },
  };
}

function id(path: keyof Task, value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  throw wrong(path, "Must be an id");
}

function known(value: unknown): CompanionFlow {
  const flow = COMPANION_FLOWS.find((one) => one === value);
  if (flow !== undefined) return flow;
  throw wrong("flow", `Must be one of ${COMPANION_FLOWS.join(", ")}`);
}

function wrong(path: keyof Task, message: string): ApiError {
  return new ApiError("010201", 400, message, [{ path, message }]);
}
