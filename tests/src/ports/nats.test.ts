import { createNatsEventBus } from "@agatha/adapters/events/nats-event-bus";
import type { EventBus } from "@agatha/contracts";
import { connect } from "nats";
import { describeEventBusConformance } from "./event-bus-conformance.js";
import { describeWith, type RunningServer } from "./servers.js";
import { STORE_PROGRAMS, startNats } from "./store-servers.js";
import { eventually } from "./temporary-folder.js";

const answers = (bus: EventBus) =>
  bus.ping().then(
    () => true,
    () => false,
  );

describeWith("NATS", STORE_PROGRAMS.nats, (program) => {
  let server: RunningServer;
  const url = () => `nats://127.0.0.1:${server.port}`;
  beforeAll(async () => {
    server = await startNats(program);
  });
  afterAll(() => server.kill());

  const bus = (errors: unknown[], timeoutMs = 5_000) =>
    createNatsEventBus({ servers: [url()], name: "test", timeoutMs, onError: (error) => errors.push(error) });
  async function connected(errors: unknown[] = []) {
    const made = bus(errors);
    await eventually(() => answers(made));
    return made;
  }

  describeEventBusConformance("NATS, one connection", async () => {
    const errors: unknown[] = [];
    const both = await connected(errors);
    return { publisher: both, subscriber: both, errors };
  });

  describeEventBusConformance("NATS, two connections", async () => {
    const errors: unknown[] = [];
    return { publisher: await connected(), subscriber: await connected(errors), errors };
  });

  describe("a NATS server that goes away", () => {
    const heard: unknown[] = [];
    const errors: unknown[] = [];
    let opened: EventBus[] = [];
    beforeEach(() => {
      heard.length = 0;
      errors.length = 0;
      opened = [];
    });
    afterEach(async () => {
      await Promise.all(opened.map((one) => one.close()));
      server.resume();
      await server.restart();
    });
    const opening = (one: EventBus) => {
      opened.push(one);
      one.subscribe("accessRevoked", (event) => heard.push(event));
      return one;
    };
    const heardAgain = async (from: EventBus) => {
      await eventually(() => answers(from));
      heard.length = 0;
      await eventually(() => {
        from.publish("accessRevoked", { userId: "again" });
        return heard.length > 0;
      });
      expect(heard[0]).toEqual({ userId: "again" });
    };

    test.each([1, 2, 3])("a server restarted after SIGKILL delivers what is published then: time %i", async () => {
      const one = opening(await connected(errors));
      await server.kill();
      await eventually(async () => !(await answers(one)));
      await expect(one.ping()).rejects.toMatchObject({ name: "Unavailable" });
      for (let i = 0; i < 100; i++) one.publish("accessRevoked", { userId: "dropped" });
      expect(errors).toHaveLength(1);
      await server.restart();
      await heardAgain(one);
    });

    test("a paused server fails a ping in time, and loses nothing but hints", async () => {
      const one = opening(bus(errors, 300));
      await eventually(() => answers(one));
      await server.pause();
      const began = Date.now();
      await expect(one.ping()).rejects.toMatchObject({ name: "Unavailable", message: expect.stringContaining("within 300 ms") });
      expect(Date.now() - began).toBeLessThan(2_000);
      server.resume();
      await heardAgain(one);
    });

    test("events published while the server is paused use bounded memory", async () => {
      const one = opening(bus(errors, 300));
      await eventually(() => answers(one));
      await server.pause();
      for (let i = 0; i < 25_000; i++) one.publish("accessRevoked", { userId: `${i}` });
      server.resume();
      await heardAgain(one);
      expect(heard.length).toBeLessThan(12_000);
    });

    test("a bus opened before its server starts connects later, and reports once that it waits", async () => {
      await server.kill();
      const one = opening(bus(errors));
      await eventually(() => errors.length === 1);
      await expect(one.ping()).rejects.toMatchObject({ name: "Unavailable", message: expect.stringContaining(url()) });
      await server.restart();
      await heardAgain(one);
      expect(errors).toHaveLength(1);
    });

    test.each<[string, (one: EventBus) => Promise<unknown>]>([
      ["was killed just now", () => server.kill()],
      ["was killed and is known to be gone", (one) => server.kill().then(() => eventually(async () => !(await answers(one))))],
      ["is paused", () => server.pause()],
    ])("closing the bus ends although the server %s", async (_what, goAway) => {
      const one = bus(errors, 300);
      await eventually(() => answers(one));
      await goAway(one);
      await one.close();
      await expect(one.ping()).rejects.toThrow("closed");
    });
  });

  test("a published message that is not an event is not delivered", async () => {
    const heard: unknown[] = [];
    const one = await connected();
    one.subscribe("accessRevoked", (event) => heard.push(event));
    const stranger = await connect({ servers: url() });
    for (const text of ["", "{", "7", '{"userId":7}', "\u0000", '{"userId":"u"}']) stranger.publish("agatha.accessRevoked", text);
    stranger.publish("agatha.constructor", "{}");
    await eventually(() => heard.length > 0);
    await stranger.close();
    await one.close();
    expect(heard).toEqual([{ userId: "u" }]);
  });
});

describeWith("NATS with a token", STORE_PROGRAMS.nats, (program) => {
  test("a bus connects with the token only, and goes on trying without it", async () => {
    const server = await startNats(program, "--auth", "right");
    const errors: unknown[] = [];
    const busWith = (token: string) =>
      createNatsEventBus({
        servers: [`nats://127.0.0.1:${server.port}`],
        name: "test",
        token,
        onError: (error) => errors.push(error),
      });
    const [right, wrong] = [busWith("right"), busWith("wrong")];
    await eventually(() => answers(right));
    await eventually(() => errors.length > 0);
    expect(await answers(wrong)).toBe(false);
    await Promise.all([right.close(), wrong.close()]);
    await server.kill();
  });
});
