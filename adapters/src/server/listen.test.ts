import { Agent, createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { closeServer, listen } from "./listen.js";

const ANY_PORT = { host: "127.0.0.1", port: 0, variable: "PORT" };

function ask(port: number, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, agent }, resolve).on("error", reject).end();
  });
}

test("a server without a host is reached by IPv4, and by IPv6 where the machine has it", async () => {
  const server = createServer((_request, response) => void response.end("answered"));
  const port = await listen(server, { port: 0, variable: "PORT" });
  const { address } = server.address() as AddressInfo;
  const hosts = address === "::" ? ["127.0.0.1", "[::1]"] : ["127.0.0.1"];
  for (const host of hosts) expect(await (await fetch(`http://${host}:${port}`)).text()).toBe("answered");
  const second = createServer();
  await expect(listen(second, { port, variable: "PORT" })).rejects.toThrow(`Port ${port} is in use by another program. Set PORT`);
  await closeServer(server, 0);
});

test("a server that is to close answers while it drains, and tells its clients to close their connections", async () => {
  const server = createServer((_request, response) => void response.end("answered"));
  const port = await listen(server, ANY_PORT);
  const agent = new Agent({ keepAlive: true });
  const before = await ask(port, agent);
  expect([await text(before), before.headers.connection]).toEqual(["answered", "keep-alive"]);
  // Long enough for one request on any machine; the close ends with the drain.
  const closed = closeServer(server, 10_000, 3_000);
  const draining = await ask(port, agent);
  expect([await text(draining), draining.headers.connection]).toEqual(["answered", "close"]);
  await closed;
  await expect(ask(port, agent)).rejects.toThrow("ECONNREFUSED");
  agent.destroy();
});
