import { EVENTS, type EventBus, type EventName } from "@agatha/contracts";

/** Message of a child process to its parent for each event. */
export interface ChildEvent {
  event: EventName;
  payload: unknown;
}

export interface ParentProcessEventBusOptions {
  /** Sends a message to the parent; by default over the channel that the child was started with. */
  send?: (message: ChildEvent) => void;
}

/**
 * Creates the bus of a child process. Its parent publishes the child's events, which it passes to forwardChildEvent. Nothing
 * flows in the other direction: subscriptions in the child receive no events.
 */
export function createParentProcessEventBus({ send = sendToParent }: ParentProcessEventBusOptions = {}): EventBus {
  let open = true;
  return {
    publish(event, payload) {
      if (open) send({ event, payload });
    },
    subscribe: () => () => {},
    async ping() {
      if (!open) throw new Error("The event bus is closed");
    },
    async close() {
      open = false;
    },
  };
}

/** Drops the message if there is no parent. */
function sendToParent(message: ChildEvent): void {
  process.send?.(message, undefined, undefined, () => {});
}

/** Publishes a child's message on the parent's bus. Returns false and does nothing if the message is not an event. */
export function forwardChildEvent(bus: EventBus, message: unknown): boolean {
  if (typeof message !== "object" || message === null || !("event" in message) || !("payload" in message)) return false;
  const { event, payload } = message;
  return isEventName(event) && publishIfValid(bus, event, payload);
}

function isEventName(event: unknown): event is EventName {
  return typeof event === "string" && Object.hasOwn(EVENTS, event);
}

function publishIfValid<E extends EventName>(bus: EventBus, event: E, payload: unknown): boolean {
  const checked = EVENTS[event].safeParse(payload);
  if (checked.success) bus.publish<EventName>(event, checked.data);
  return checked.success;
}
