import type { SocketEvents } from "@agatha/contracts";
import { QUERY_KEYS } from "./query-keys.js";
import { DATA_CHECK_DELAY } from "./timings.js";

export type SocketEventHandlers = { [E in keyof SocketEvents]: (event: SocketEvents[E]) => void };

/** What the server tells makes answers that are kept stale; `askAgain` is given the keys of those. */
export function createSocketEventHandlers(askAgain: (...keys: (readonly string[])[]) => void): SocketEventHandlers {
  return {
    // Specification, section 9.
    data_check_result: ({ dataset_id }) => void setTimeout(() => askAgain(QUERY_KEYS.dataset(dataset_id), ["datasets"]), DATA_CHECK_DELAY),
    model_status: ({ model_id }) => askAgain(QUERY_KEYS.model(model_id), ["dataset"], ["models"]),
    auto_model_result: () => askAgain(["dataset"], ["models"]),
    calc_result: ({ model_id }) => askAgain(QUERY_KEYS.model(model_id)),
  };
}
