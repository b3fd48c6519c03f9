import type { SocketEvents } from "@agatha/contracts";
import { SOCKET_UNAUTHORIZED } from "@agatha/contracts/ports/socket-refusal";
import { QUERY_KEYS } from "./query-keys.js";
import { DATA_CHECK_DELAY, POLL_INTERVALS } from "./timings.js";

/**
 * Subscribes to the server's socket events and invalidates the queries that they concern. The console also polls everything, so
 * it only notices changes later if the server or a proxy does not support sockets. A lost connection is tried again, ever less often,
 * until the server says that the session is not valid. Returns the function that unsubscribes.
 */
export function subscribeToSocketEvents(userId: string, invalidate: (queryKey: readonly string[]) => void): () => void {
  let stopped = false;
  let stop = (): void => undefined;
  const handlers = createSocketEventHandlers((...keys) => {
    for (const queryKey of [...keys, QUERY_KEYS.runningWork]) invalidate(queryKey);
  });
  void import("socket.io-client").then(({ io }) => {
    if (stopped) return;
    // Polling comes last: it takes four requests to begin, and all of them have to reach the same of several servers.
    const transports = ["websocket", "polling"];
    const socket = io({
      path: "/tukeysocket/",
      auth: { user_id: userId },
      transports,
      tryAllTransports: true,
      reconnectionDelayMax: POLL_INTERVALS.idle,
    });
    for (const [event, handler] of Object.entries(handlers)) socket.on(event, handler);
    // The client itself tries again where the connection broke off, and not where the server ended or refused it.
    let retry: ReturnType<typeof setTimeout> | undefined;
    const connectLater = () => {
      clearTimeout(retry);
      if (!socket.active) retry = setTimeout(() => socket.connect(), POLL_INTERVALS.idle);
    };
    socket.on("connect_error", ({ message }) => message !== SOCKET_UNAUTHORIZED && connectLater());
    socket.on("disconnect", connectLater);
    stop = () => {
      socket.off("disconnect", connectLater);
      clearTimeout(retry);
      socket.disconnect();
    };
  });
  return () => {
    stopped = true;
    stop();
  };
}

type SocketEventHandlers = { [E in keyof SocketEvents]: (event: SocketEvents[E]) => void };

/** Creates handlers that pass `invalidate` the query keys that an event makes stale. */
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
