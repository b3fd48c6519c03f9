import { EventEmitter, once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { API_VERSION, type ResourceStore } from "@agatha/contracts";
import { KubeConfig } from "@kubernetes/client-node";
import { createKubernetesConnection } from "../kubernetes/connection.js";
import { collectionPath } from "./kubernetes-object.js";
import { createKubernetesResourceStore } from "./kubernetes-resource-store.js";

const DATASET = { apiVersion: API_VERSION, kind: "Dataset", metadata: { name: "cars", namespace: "home", resourceVersion: "2" }, spec: {} };

/** A right to list objects of all namespaces outlives a deleted namespace, and one to watch them does not. */
describe("a further namespace that may be listed and not watched", () => {
  let server: Server;
  let store: ResourceStore;
  let refused: Promise<unknown>;

  beforeEach(async () => {
    const refusals = new EventEmitter();
    refused = once(refusals, "refusal");
    server = createServer(({ url = "" }, response) => {
      const { pathname, searchParams } = new URL(url, "http://server");
      if (!searchParams.has("watch")) response.end(JSON.stringify({ metadata: { resourceVersion: "1" }, items: [] }));
      else if (pathname === collectionPath("team-a", "Dataset")) response.writeHead(403).end(JSON.stringify({ reason: "Forbidden" }));
      else void refused.then(() => response.write(`${JSON.stringify({ type: "ADDED", object: DATASET })}\n`));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const kubeConfig = new KubeConfig();
    kubeConfig.loadFromClusterAndUser(
      { name: "test", server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, skipTLSVerify: true },
      { name: "test" },
    );
    store = createKubernetesResourceStore({
      connection: createKubernetesConnection({ kubeConfig, namespace: "home" }),
      namespaces: ["team-a"],
      onError: (error) => refusals.emit("refusal", error),
    });
  });
  afterEach(async () => {
    await store.close();
    server.closeAllConnections();
    server.close();
  });

  test("does not end the watches of the others", async () => {
    const { resourceVersion } = await store.list("Dataset");
    const ending = new AbortController();
    const events = store.watch("Dataset", resourceVersion, ending.signal)[Symbol.asyncIterator]();
    expect(await events.next()).toMatchObject({ value: { type: "ADDED", resource: { metadata: { name: "cars" } } } });
    expect(await refused).toMatchObject([{ status: 403 }]);
    ending.abort();
    expect((await events.next()).done).toBe(true);
  });
});
