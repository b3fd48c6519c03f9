import type { EventBus, EventName, Events } from "@agatha/contracts";
import { emitWarning } from "../emit-warning.js";

export interface InProcessEventBusOptions {
  /** Called with exceptions in handlers. */
  onError?: (error: unknown) => void;
}

type Handler<E extends EventName> = (event: Events[E]) => void;

/** Creates a bus that delivers within this process, after the publisher's own code has run. */
export function createInProcessEventBus({ onError = emitWarning }: InProcessEventBusOptions = {}): EventBus {
  const handlers = new Map<EventName, Set<Handler<never>>>();
  let open = true;

  async function deliver<E extends EventName>(handler: Handler<E>, event: Events[E]): Promise<void> {
    try {
      // A handler may be an async function; its rejection must not end the process.
      await handler(event);
    } catch (error) {
      onError(error);
    }
  }

  return {
    publish(name, event) {
      if (!open) return;
      const subscribed = handlers.get(name) ?? new Set();
      const hearing = [...subscribed];
      queueMicrotask(() => {
        for (const handler of hearing) if (subscribed.has(handler)) void deliver(handler as Handler<typeof name>, event);
      });
    },
    subscribe(name, handler) {
      const subscribed = handlers.get(name) ?? new Set();
      handlers.set(name, subscribed);
      // One entry for each subscription, even of the same function.
      const entry: typeof handler = (event) => handler(event);
      subscribed.add(entry);
      return () => void subscribed.delete(entry);
    },
    async ping() {
      if (!open) throw new Error("The event bus is closed");
    },
    async close() {
      open = false;
      for (const subscribed of handlers.values()) subscribed.clear();
    },
  };
}
