import type { QueryClient } from "@tanstack/react-query";
import { createSocketEventHandlers } from "./event-handlers.js";
import { QUERY_KEYS } from "./query-keys.js";

/**
 * Listens to what the server tells of its own accord, and has what it concerns asked for again. Everything is polled
 * besides, so a server or a proxy without sockets only makes the console slower to notice. Returns how to stop.
 */
export function subscribeToSocketEvents(userId: string, queryClient: QueryClient): () => void {
  let stopped = false;
  let stop = (): void => undefined;
  const handlers = createSocketEventHandlers((...keys) => {
    for (const queryKey of [...keys, QUERY_KEYS.runningWork]) void queryClient.invalidateQueries({ queryKey });
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
