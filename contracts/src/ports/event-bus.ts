import type { EventName, Events } from "./events.js";

/** Bus with at-most-once delivery and no order across subjects. An event is a hint to look at the current state. */
export interface EventBus {
  /** Never throws and never waits for subscribers. An event that cannot be delivered is dropped. */
  publish<E extends EventName>(name: E, event: Events[E]): void;
  /** Returns a function that unsubscribes. An exception in a handler is reported, not propagated. */
  subscribe<E extends EventName>(name: E, handler: (event: Events[E]) => void): () => void;
  ping(): Promise<void>;
  close(): Promise<void>;
}
