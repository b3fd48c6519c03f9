import { createNatsEventBus } from "@agatha/adapters/events/nats-event-bus";
import { describeEventBus } from "./event-bus-suite.js";
import { eventually } from "./scratch.js";
import { describeWith, findProgram, type RunningServer, startServer } from "./servers.js";

describeWith("NATS", findProgram("nats-server"), (program) => {
  let server: RunningServer;
  const start = (port?: number) => startServer(program, (free) => ["-a", "127.0.0.1", "-p", String(port ?? free)]);
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());

  async function connected(errors: unknown[]) {
    const bus = createNatsEventBus({ servers: [`nats://127.0.0.1:${server.port}`], name: "test", onError: (error) => errors.push(error) });
    await eventually(() =>
      bus.ping().then(
        () => true,
        () => false,
      ),
    );
    return bus;
  }

  describeEventBus("NATS, one connection", async () => {
    const errors: unknown[] = [];
    const bus = await connected(errors);
    return { publisher: bus, subscriber: bus, errors };
  });

  describeEventBus("NATS, two connections", async () => {
    const errors: unknown[] = [];
    return { publisher: await connected([]), subscriber: await connected(errors), errors };
  });

  test("a bus made before its server comes up, or whose server was away, hears again what is published", async () => {
    const heard: unknown[] = [];
    const bus = await connected([]);
    bus.subscribe("accessRevoked", (event) => heard.push(event));
    const { port } = server;
    await server.stop();
    await eventually(() =>
      bus.ping().then(
        () => false,
        () => true,
      ),
    );
    bus.publish("accessRevoked", { userId: "dropped" });
    server = { ...(await startServer(program, () => ["-a", "127.0.0.1", "-p", String(port)])), port };
    await eventually(() =>
      bus.ping().then(
        () => true,
        () => false,
      ),
    );
    bus.publish("accessRevoked", { userId: "heard" });
    await eventually(() => heard.length > 0);
    expect(heard).toEqual([{ userId: "heard" }]);
    await bus.close();
  });
});
