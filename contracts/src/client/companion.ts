import type { CompanionAnswer, ServiceState } from "../wire/index.js";
import type { Calls } from "./calls.js";
import type { CompanionRequest } from "./shapes.js";

/** What the console says to a service in another window, and may hear of it. */
export const companionCalls = ({ ask }: Calls) => ({
  companion: (signal?: AbortSignal) => ask<CompanionAnswer>("/agatha/service/", { signal }),
  companionState: (request: CompanionRequest) => ask<ServiceState>("/agatha/service/", { method: "POST", body: request }),
});
