/** A failing server, simulated by a proxy in front of a real API server. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { request as requestHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { createKubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import { createKubernetesResourceStore } from "@agatha/adapters/resources/kubernetes-resource-store";
import { KIND_NAMES, type KindName, type ResourceStore } from "@agatha/contracts";
import { systemTimers } from "@agatha/contracts/ports/timers";
import { createInformer, type Informer } from "@agatha/contracts/resources/informer";
import { KubeConfig } from "@kubernetes/client-node";
import { pino } from "pino";
import { type ApiServer, findApiServer, startApiServer } from "./api-server.js";
import { newDataset } from "./resource-store/samples.js";
import { describeWith } from "./servers.js";
import { eventually } from "./temporary-folder.js";

type FaultyResponse = (request: IncomingMessage, response: ServerResponse) => void;

/** Options of the operator's informers. */
const INFORMER = { timers: systemTimers, logger: pino({ level: "silent" }) };

const status = (code: number, headers: Record<string, string> = {}): FaultyResponse => {
  return (_request, response) => void response.writeHead(code, headers).end(JSON.stringify({ kind: "Status", code, message: "trouble" }));
};

describeWith("a failing API server", findApiServer(), () => {
  let server: ApiServer;
  let proxy: Server;
  let trouble: FaultyResponse | undefined;
  let store: ResourceStore;
  let direct: ResourceStore;
  let informers: Informer<KindName>[];
  const arrivals: number[] = [];

  function pass(incoming: IncomingMessage, response: ServerResponse): void {
    const cluster = server.kubeConfig.getCurrentCluster()!;
    const onward = requestHttps(`${cluster.server}${incoming.url}`, {
      method: incoming.method,
      headers: incoming.headers,
      rejectUnauthorized: false,
    });
    onward.on("response", (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
      answer.on("error", () => response.destroy());
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    incoming.pipe(onward);
  }

  beforeAll(async () => {
    server = await startApiServer([]);
    proxy = createServer((request, response) => {
      arrivals.push(Date.now());
      (trouble ?? pass)(request, response);
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  }, 120_000);
  afterAll(async () => {
    proxy.closeAllConnections();
    proxy.close();
    await server.stop();
  });

  beforeEach(async () => {
    trouble = undefined;
    const namespace = await server.namespace();
    const kubeConfig = new KubeConfig();
    kubeConfig.loadFromOptions({
      clusters: [{ name: "test", server: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, skipTLSVerify: true }],
      users: server.kubeConfig.getUsers(),
      contexts: [{ name: "test", cluster: "test", user: "admin" }],
      currentContext: "test",
    });
    store = createKubernetesResourceStore({ connection: createKubernetesConnection({ kubeConfig, namespace }) });
    direct = createKubernetesResourceStore({ connection: server.admin(namespace) });
    informers = KIND_NAMES.map((kind) => createInformer({ ...INFORMER, kind, resources: store }));
    for (const informer of informers) informer.start();
    await eventually(() => informers.every((informer) => informer.synced()));
  });
  afterEach(async () => {
    trouble = undefined;
    await store.close();
    await direct.close();
    await Promise.all(informers.map((informer) => informer.stop()));
  });

  test.each<[string, FaultyResponse]>([
    ["too many requests (429)", status(429)],
    ["overloaded, and asks for a minute (503)", status(503, { "Retry-After": "60" })],
    ["broken (500)", status(500)],
    ["resetting connections", (request) => void request.socket.destroy()],
    ["silent: connections are half-open", () => undefined],
  ])("%s: the server is asked at most once a second, and used again within 30 s of its recovery", async (_what, how) => {
    trouble = how;
    if (how.length < 2) proxy.closeAllConnections();
    // Reconcilers at work beside the five informers.
    const stopWorking = new AbortController();
    const work = async () => {
      while (!stopWorking.signal.aborted) await store.get("Model", "m").catch(() => undefined);
    };
    const working = Array.from({ length: 8 }, work);
    const first = Date.now();
    await eventually(() => Date.now() > first + 12_000);
    // Requests that were in progress when the failure began may end first.
    const settled = arrivals.filter((at) => at > first + 2_000);
    const gaps = settled.slice(1).map((at, i) => at - settled[i]!);
    expect(Math.min(...gaps)).toBeGreaterThan(900);
    expect(settled.length).toBeGreaterThan(0);

    stopWorking.abort();
    trouble = undefined;
    const healed = Date.now();
    const made = await direct.create("Dataset", newDataset("made-in-trouble"));
    await eventually(() => informers[KIND_NAMES.indexOf("Dataset")]!.get(made.metadata.name) !== undefined, 30);
    expect(Date.now() - healed).toBeLessThan(30_000);
    await Promise.all(working);
  });

  test("a watch on a half-open connection is restarted within 30 s", async () => {
    proxy.closeAllConnections();
    const datasets = informers[KIND_NAMES.indexOf("Dataset")]!;
    let hanging = 0;
    // The server answers headers and then sends nothing.
    trouble = (request, response) => {
      if (!request.url?.includes("watch=true")) return pass(request, response);
      hanging += 1;
      response.writeHead(200).flushHeaders();
    };
    await eventually(() => hanging >= KIND_NAMES.length);
    trouble = undefined;
    const since = Date.now();
    await direct.create("Dataset", newDataset("made-meanwhile"));
    await eventually(() => datasets.get("made-meanwhile") !== undefined, 30);
    expect(Date.now() - since).toBeLessThan(30_000);
  });

  test("a watch whose version is too old (410) begins with a new list", async () => {
    let refused = 0;
    trouble = (request, response) => {
      if (!request.url?.includes("watch=true") || refused >= KIND_NAMES.length) return pass(request, response);
      refused += 1;
      const object = { kind: "Status", code: 410, reason: "Expired", message: "too old resource version" };
      response.writeHead(200).end(`${JSON.stringify({ type: "ERROR", object })}\n`);
    };
    proxy.closeAllConnections();
    await eventually(() => refused >= KIND_NAMES.length);
    await direct.create("Dataset", newDataset("made-after"));
    await eventually(() => informers[KIND_NAMES.indexOf("Dataset")]!.get("made-after") !== undefined, 30);
  });
});
