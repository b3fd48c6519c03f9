import { createInProcessEventBus, createParentProcessEventBus, forwardChildEvent } from "@agatha/adapters";
import { describeEventBusConformance } from "./event-bus-conformance.js";

describeEventBusConformance("in process", async () => {
  const errors: unknown[] = [];
  const bus = createInProcessEventBus({ onError: (error) => errors.push(error) });
  return { publisher: bus, subscriber: bus, errors };
});

describeEventBusConformance("from a child process", async () => {
  const errors: unknown[] = [];
  const subscriber = createInProcessEventBus({ onError: (error) => errors.push(error) });
  // Serialises messages as the channel does.
  const send = (message: unknown) => void forwardChildEvent(subscriber, JSON.parse(JSON.stringify(message)));
  return { publisher: createParentProcessEventBus({ send }), subscriber, errors };
});

test.each<[string, unknown]>([
  ["nothing", undefined],
  ["text", "taskProgress"],
  ["an unknown subject", { event: "taskExploded", payload: {} }],
  ["the name of an inherited property", { event: "constructor", payload: {} }],
  ["no payload", { event: "accessRevoked" }],
  ["a payload of another subject", { event: "accessRevoked", payload: { taskId: "t" } }],
  ["a value of another type", { event: "accessRevoked", payload: { userId: 7 } }],
])("a child's message that is not an event is not published: %s", async (_case, message) => {
  const bus = createInProcessEventBus();
  const heard: unknown[] = [];
  bus.subscribe("accessRevoked", (event) => heard.push(event));
  expect(forwardChildEvent(bus, message)).toBe(false);
  expect(forwardChildEvent(bus, { event: "accessRevoked", payload: { userId: "u" } })).toBe(true);
  await Promise.resolve();
  expect(heard).toEqual([{ userId: "u" }]);
});
