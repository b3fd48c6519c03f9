import { COMPANION_FLOWS, type CompanionFlow, ERRORS } from "@agatha/contracts";
import { ApiError } from "@agatha/contracts/client";
import type { CompanionTask } from "./handshake.js";

/** Messages from a service: use this model, or the service is done. */
type ServiceMessage = { state: "SERVICE_INIT_DATA"; task: CompanionTask } | { state: "serviceDone" };

/**
 * Returns null for messages outside the handshake, because other programs post messages too. Throws ApiError badRequest that
 * names the field.
 */
export function parseServiceMessage(data: unknown): ServiceMessage | null {
  if (typeof data !== "object" || data === null || !("state" in data)) return null;
  if (data.state === "serviceDone") return { state: "serviceDone" };
  if (data.state !== "SERVICE_INIT_DATA") return null;
  const { datasetID, modelID, flow } = data as Partial<Record<keyof CompanionTask, unknown>>;
  return {
    state: "SERVICE_INIT_DATA",
    task: { datasetID: parseId("datasetID", datasetID), modelID: parseId("modelID", modelID), flow: parseFlow(flow) },
  };
}

function parseId(path: keyof CompanionTask, value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  throw invalidField(path, "Must be an id");
}

function parseFlow(value: unknown): CompanionFlow {
  const flow = COMPANION_FLOWS.find((name) => name === value);
  if (flow !== undefined) return flow;
  throw invalidField("flow", `Must be one of ${COMPANION_FLOWS.join(", ")}`);
}

function invalidField(path: keyof CompanionTask, message: string): ApiError {
  return new ApiError(ERRORS.badRequest, 400, message, [{ path, message }]);
}
