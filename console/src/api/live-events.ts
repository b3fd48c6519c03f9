import type { SocketEvents } from "@agatha/contracts";
import type { QueryClient } from "@tanstack/react-query";
import { KEYS } from "./queries.js";

type Handlers = { [E in keyof SocketEvents]: (event: SocketEvents[E]) => void };

/**
 * Listens to what the server tells of its own accord, and has what it concerns asked for again. Everything is polled
 * besides, so a server or a proxy without sockets only makes the console slower to notice. Returns how to stop.
 */
export function listenToEvents(userId: string, queryClient: QueryClient): () => void {
  let stopped = false;
  let stop = (): void => undefined;
  const stale = (...keys: (readonly string[])[]) => {
    for (const queryKey of [...keys, KEYS.running]) void queryClient.invalidateQueries({ queryKey });
  };
  const handlers: Handlers = {
    data_check_result: ({ dataset_id }) => stale(KEYS.dataset(dataset_id), ["datasets"]),
    model_status: ({ model_id }) => stale(KEYS.model(model_id), ["dataset"], ["models"]),
    auto_model_result: () => stale(["dataset"], ["models"]),
    calc_result: ({ model_id }) => stale(KEYS.model(model_id)),
  };
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
