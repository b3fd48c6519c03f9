import type { EventName, Events } from "../events.js";

/** At most once, unordered across subjects: a hint to look, never the truth. */
export interface EventBus {
  /** Never throws and never waits for subscribers; what cannot be delivered is dropped. */
  publish<E extends EventName>(name: E, event: Events[E]): void;
  /** Returns the way to unsubscribe. An exception in a handler is reported, not propagated. */
  subscribe<E extends EventName>(name: E, handler: (event: Events[E]) => void): () => void;
  ping(): Promise<void>;
  close(): Promise<void>;
}
