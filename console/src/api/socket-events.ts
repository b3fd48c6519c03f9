import type { SocketEvents } from "@agatha/contracts";
import { QUERY_KEYS } from "./query-keys.js";
import { DATA_CHECK_DELAY } from "./timings.js";

/**
 * Listens to what the server tells of its own accord, and has what it concerns asked for again. Everything is polled
 * besides, so a server or a proxy without sockets only makes the console slower to notice. Returns how to stop.
 */
export function subscribeToSocketEvents(userId: string, invalidate: (queryKey: readonly string[]) => void): () => void {
  let stopped = false;
  let stop = (): void => undefined;
  const handlers = createSocketEventHandlers((...keys) => {
    for (const queryKey of [...keys, QUERY_KEYS.runningWork]) invalidate(queryKey);
  });
  void import("socket.io-client").then(({ io }) => {
    if (stopped) return;
    const socket = io({ path: "/tukeysocket/", auth: { user_id: userId }, reconnectionAttempts: 5 });
    for (const [event, handler] of Object.entries(handlers)) socket.on(event, handler);
    stop = () => socket.disconnect();
  });
  return () => {
    stopped = true;
    stop();
  };
}

type SocketEventHandlers = { [E in keyof SocketEvents]: (event: SocketEvents[E]) => void };

/** What the server tells makes cached answers stale; `invalidate` gets their keys. */
export function createSocketEventHandlers(invalidate: (...keys: (readonly string[])[]) => void): SocketEventHandlers {
  return {
    // Specification, section 9.
    data_check_result: ({ dataset_id }) =>
      void setTimeout(() => invalidate(QUERY_KEYS.dataset(dataset_id), ["datasets"]), DATA_CHECK_DELAY),
    model_status: ({ model_id }) => invalidate(QUERY_KEYS.model(model_id), ["dataset"], ["models"]),
    auto_model_result: () => invalidate(["dataset"], ["models"]),
    calc_result: ({ model_id }) => invalidate(QUERY_KEYS.model(model_id)),
  };
}
