import type { CompanionAnswer, ServiceState } from "../wire/index.js";
import type { JsonClient } from "./json-client.js";
import type { CompanionRequest } from "./request-types.js";

/** Calls of the handshake with a companion service in another window. */
export const companionCalls = ({ fetchJson }: JsonClient) => ({
  companion: (signal?: AbortSignal) => fetchJson<CompanionAnswer>("/agatha/service/", { signal }),
  companionState: (request: CompanionRequest) => fetchJson<ServiceState>("/agatha/service/", { method: "POST", body: request }),
});
