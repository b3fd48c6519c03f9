import type { SocketEvents } from "@agatha/contracts";
import { DATA_CHECK_DELAY } from "./intervals.js";
import { KEYS } from "./keys.js";

export type EventHandlers = { [E in keyof SocketEvents]: (event: SocketEvents[E]) => void };

/** What the server tells makes answers that are kept stale; `askAgain` is given the keys of those. */
export function eventHandlers(askAgain: (...keys: (readonly string[])[]) => void): EventHandlers {
  return {
    // Specification, section 9.
    data_check_result: ({ dataset_id }) => void setTimeout(() => askAgain(KEYS.dataset(dataset_id), ["datasets"]), DATA_CHECK_DELAY),
    model_status: ({ model_id }) => askAgain(KEYS.model(model_id), ["dataset"], ["models"]),
    auto_model_result: () => askAgain(["dataset"], ["models"]),
    calc_result: ({ model_id }) => askAgain(KEYS.model(model_id)),
  };
}
