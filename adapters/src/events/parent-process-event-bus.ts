import { EVENTS, type EventBus, type EventName } from "@agatha/contracts";

/** What a child process sends to its parent for each event. */
export interface ChildEvent {
  event: EventName;
  payload: unknown;
}

export interface ParentProcessEventBusOptions {
  /** How a message gets to the parent; by default over the channel that the child was started with. */
  send?: (message: ChildEvent) => void;
}

/**
 * The bus of a child process: what it publishes is published in its parent, which passes the messages to
 * forwardChildEvent. Nothing comes the other way: a subscription in the child never hears anything.
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

/** Drops the message when there is no parent, or none any more. */
function sendToParent(message: ChildEvent): void {
  process.send?.(message, undefined, undefined, () => {});
}

/** Publishes a child's message on the parent's bus. Returns false, and does nothing, when the message is no event. */
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
