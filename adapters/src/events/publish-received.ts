import { EVENTS, type EventBus, type EventName } from "@agatha/contracts";

/** Publishes a message of another program on this program's bus. Returns false and does nothing if the message is not an event. */
export function publishReceived(bus: EventBus, event: string, payload: unknown): boolean {
  return isEventName(event) && publishIfValid(bus, event, payload);
}

function isEventName(event: string): event is EventName {
  return Object.hasOwn(EVENTS, event);
}

function publishIfValid<E extends EventName>(bus: EventBus, event: E, payload: unknown): boolean {
  const checked = EVENTS[event].safeParse(payload);
  if (checked.success) bus.publish<EventName>(event, checked.data);
  return checked.success;
}
