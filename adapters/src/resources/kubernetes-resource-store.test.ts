import { EventEmitter, once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { API_VERSION, NotFound, type Resource, type ResourceStore } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { KubeConfig } from "@kubernetes/client-node";
import { createKubernetesConnection } from "../kubernetes/connection.js";
import { collectionPath } from "./kubernetes-object.js";
import { createKubernetesResourceStore } from "./kubernetes-resource-store.js";

const DATASET = {
  apiVersion: API_VERSION,
  kind: "Dataset" as const,
  metadata: { name: "cars", namespace: "home", resourceVersion: "2" },
  spec: {},
};

const isWatch = (url: URL): boolean => url.searchParams.has("watch");

let server: Server;
let store: ResourceStore;

/** Starts a server that answers so, and the store on it. */
async function start(answer: RequestListener, options: { namespaces: string[]; onError?: (error: unknown) => void }): Promise<void> {
  server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromClusterAndUser(
    { name: "test", server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, skipTLSVerify: true },
    { name: "test" },
  );
  store = createKubernetesResourceStore({ connection: createKubernetesConnection({ kubeConfig, namespace: "home" }), ...options });
}

afterEach(async () => {
  await store.close();
  server.closeAllConnections();
  server.close();
});

describe("a further namespace", () => {
  let refused: Promise<unknown>;
  /** Tells which requests about it are refused. */
  let refuses: (url: URL) => boolean;

  beforeEach(async () => {
    const refusals = new EventEmitter();
    refused = once(refusals, "refusal");
    const answer: RequestListener = ({ url = "" }, response) => {
      const asked = new URL(url, "http://server");
      if (asked.pathname === collectionPath("team-a", "Dataset") && refuses(asked))
        response.writeHead(403).end(JSON.stringify({ reason: "Forbidden" }));
      else if (!isWatch(asked)) response.end(JSON.stringify({ metadata: { resourceVersion: "1" }, items: [] }));
      else void refused.then(() => response.write(`${JSON.stringify({ type: "ADDED", object: DATASET })}\n`));
    };
    await start(answer, { namespaces: ["team-a"], onError: (error) => refusals.emit("refusal", error) });
  });

  /** A right to list objects of all namespaces outlives a deleted namespace, and one to watch them does not. */
  test("that may be listed and not watched does not end the watches of the others", async () => {
    refuses = isWatch;
    const { resourceVersion } = await store.list("Dataset");
    const ending = new AbortController();
    const events = store.watch("Dataset", resourceVersion, ending.signal)[Symbol.asyncIterator]();
    expect(await events.next()).toMatchObject({ value: { type: "ADDED", resource: { metadata: { name: "cars" } } } });
    expect(await refused).toMatchObject([{ status: 403 }]);
    ending.abort();
    expect((await events.next()).done).toBe(true);
  });
  test("that may not be listed makes a list of all namespaces incomplete", async () => {
    refuses = () => true;
    expect((await store.list("Dataset")).incomplete).toBe(true);
    refuses = () => false;
    expect(await store.list("Dataset")).not.toHaveProperty("incomplete");
  });
});

/** In an address they are the collection, or what is above it (RFC 3986, 5.2.4). */
describe.each([".", "..", "cars_.", "cars_..", ".._home"])("the name %s", (name) => {
  let asked: (string | undefined)[];
  beforeEach(async () => {
    asked = [];
    await start(({ url }, response) => response.end(JSON.stringify(DATASET), () => asked.push(url)), { namespaces: ["*"] });
  });

  test("is no object's, and nothing is asked or changed by it", async () => {
    const dataset = fromPartial<Resource<"Dataset">>({ ...DATASET, metadata: { ...DATASET.metadata, name } });
    expect(await store.get("Dataset", name)).toBeUndefined();
    await expect(store.update("Dataset", dataset)).rejects.toThrow(NotFound);
    await expect(store.delete("Dataset", { name, uid: "1" })).rejects.toThrow(NotFound);
    expect(asked).toEqual([]);
  });
});
