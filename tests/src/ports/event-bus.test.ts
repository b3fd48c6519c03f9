import { createInProcessEventBus } from "@agatha/adapters";
import { publishReceived } from "@agatha/adapters/events/publish-received";
import { describeEventBusConformance } from "./event-bus-conformance.js";

describeEventBusConformance("in process", async () => {
  const errors: unknown[] = [];
  const bus = createInProcessEventBus({ onError: (error) => errors.push(error) });
  return { publisher: bus, subscriber: bus, errors };
});

test.each<[string, string, unknown]>([
  ["an unknown subject", "taskExploded", {}],
  ["the name of an inherited property", "constructor", {}],
  ["no payload", "accessRevoked", undefined],
  ["a payload of another subject", "accessRevoked", { taskId: "t" }],
  ["a value of another type", "accessRevoked", { userId: 7 }],
])("a received message that is not an event is not published: %s", async (_case, event, payload) => {
  const bus = createInProcessEventBus();
  const heard: unknown[] = [];
  bus.subscribe("accessRevoked", (published) => heard.push(published));
  expect(publishReceived(bus, event, payload)).toBe(false);
  expect(publishReceived(bus, "accessRevoked", { userId: "u" })).toBe(true);
  await Promise.resolve();
  expect(heard).toEqual([{ userId: "u" }]);
});
