import type { EventBus } from "@agatha/contracts";
import { eventually } from "./temporary-folder.js";

/** Two connections to a bus, which may be the same. */
interface ConnectedBuses {
  publisher: EventBus;
  subscriber: EventBus;
  /** Reported errors of handlers. */
  errors: unknown[];
}

/** Conformance tests of every EventBus. */
export function describeEventBusConformance(name: string, connect: () => Promise<ConnectedBuses>): void {
  describe(`EventBus: ${name}`, () => {
    let buses: ConnectedBuses;
    const heard: unknown[] = [];
    /** A new subscriber may receive events that are still in transit. */
    const arrived = async () => {
      await buses.publisher.ping();
      await buses.subscriber.ping();
    };
    const progress = (fraction: number) => ({ taskId: "t", kind: "Model", resource: "m", fraction, step: "fit" });

    beforeEach(async () => {
      heard.length = 0;
      buses = await connect();
    });
    afterEach(async () => {
      await buses.publisher.close();
      await buses.subscriber.close();
    });

    test("a subscriber receives the events of its subject, in order, and nothing else", async () => {
      buses.subscriber.subscribe("taskProgress", (event) => heard.push(event));
      buses.publisher.publish("accessRevoked", { userId: "u" });
      for (const fraction of [0.1, 0.2, 0.3]) buses.publisher.publish("taskProgress", progress(fraction));
      await eventually(() => heard.length >= 3);
      expect(heard).toEqual([progress(0.1), progress(0.2), progress(0.3)]);
    });

    test("publishing does not wait for subscribers", async () => {
      buses.subscriber.subscribe("accessRevoked", (event) => heard.push(event));
      buses.publisher.publish("accessRevoked", { userId: "u" });
      expect(heard).toEqual([]);
      await eventually(() => heard.length === 1);
    });

    test("every subscriber receives an event, until it unsubscribes", async () => {
      const handler = (event: unknown) => heard.push(event);
      const stopFirst = buses.subscriber.subscribe("accessRevoked", handler);
      const stopSecond = buses.subscriber.subscribe("accessRevoked", handler);
      buses.publisher.publish("accessRevoked", { userId: "both" });
      await eventually(() => heard.length === 2);
      stopFirst();
      stopFirst();
      buses.publisher.publish("accessRevoked", { userId: "one" });
      await eventually(() => heard.length === 3);
      stopSecond();
      buses.publisher.publish("accessRevoked", { userId: "nobody" });
      await arrived();
      buses.subscriber.subscribe("accessRevoked", handler);
      buses.publisher.publish("accessRevoked", { userId: "again" });
      await eventually(() => heard.length === 4);
      expect(heard).toEqual([{ userId: "both" }, { userId: "both" }, { userId: "one" }, { userId: "again" }]);
    });

    test.each<[string, () => void]>([
      [
        "an exception",
        () => {
          throw new Error("broken handler");
        },
      ],
      ["a rejection", () => Promise.reject(new Error("broken handler"))],
    ])("%s in a handler is reported, and the other subscribers receive the event", async (_case, broken) => {
      buses.subscriber.subscribe("accessRevoked", broken);
      buses.subscriber.subscribe("accessRevoked", (event) => heard.push(event));
      buses.publisher.publish("accessRevoked", { userId: "u" });
      await eventually(() => heard.length === 1 && buses.errors.length === 1);
      expect(String(buses.errors[0])).toContain("broken handler");
    });

    test("a closed bus delivers nothing, and publishing on it does no harm", async () => {
      buses.subscriber.subscribe("accessRevoked", (event) => heard.push(event));
      await buses.publisher.ping();
      await buses.publisher.close();
      buses.publisher.publish("accessRevoked", { userId: "u" });
      await expect(buses.publisher.ping()).rejects.toThrow("closed");
      expect(heard).toEqual([]);
    });
  });
}
