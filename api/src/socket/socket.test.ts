import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { COLLECTIONS, type Resource, Unavailable, type User } from "@agatha/contracts";
import { type Socket as ClientSocket, io } from "socket.io-client";
import { createApp } from "../app.js";
import { closeSession, openSession } from "../http/sessions.js";
import { addUser, sessionHeaders, type TestDeps, testDeps } from "../testing/deps.js";
import { addDataset, addModel, addTrainedModel } from "../testing/models.js";
import { createSocket, type Socket } from "./index.js";

let deps: TestDeps;
let socket: Socket;
let origin: string;
let close: () => Promise<void>;
let clients: ClientSocket[];
let amber: User;
let berta: User;
let manager: User;

beforeEach(async () => {
  deps = testDeps();
  clients = [];
  socket = createSocket(deps, 25);
  const server = createServer(createApp(deps, []));
  socket.attach(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = async () => {
    for (const client of clients) client.close();
    await socket.close();
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
    deps.cleanUp();
  };
  amber = await addUser(deps, "amber");
  berta = await addUser(deps, "berta");
  manager = await addUser(deps, "manager", { auth: "manager" });
});
afterEach(() => close());

interface Attempt {
  cookie?: string;
  userId?: string;
  headers?: Record<string, string>;
  transports?: ("websocket" | "polling")[];
}

const TIMEOUT_MS = 10_000;

/** The test runner has no time limit of its own. */
function withTimeout<T>(what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not happen within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Resolves to a connected socket and rejects if it is refused. */
function connectSocket({ cookie, userId, headers = {}, transports = ["websocket"] }: Attempt): Promise<ClientSocket> {
  const extraHeaders = { ...(cookie === undefined ? {} : { Cookie: sessionHeaders(deps.config, cookie).Cookie! }), ...headers };
  const client = io(origin, {
    path: "/tukeysocket/",
    transports,
    extraHeaders,
    auth: { user_id: userId },
    reconnection: false,
    forceNew: true,
  });
  clients.push(client);
  const connected = new Promise<ClientSocket>((resolve, reject) => {
    client.once("connect", () => resolve(client));
    client.once("connect_error", reject);
  });
  return withTimeout("a connection or its refusal", connected);
}

async function connectAs(user: User): Promise<{ client: ClientSocket; cookie: string; heard: [string, unknown][] }> {
  const cookie = await openSession(deps, user.id);
  const client = await connectSocket({ cookie, userId: user.id });
  const heard: [string, unknown][] = [];
  client.onAny((event: string, payload: unknown) => heard.push([event, payload]));
  return { client, cookie, heard };
}

const waitForDisconnect = (client: ClientSocket): Promise<string> =>
  withTimeout("a disconnect", new Promise((resolve) => client.once("disconnect", (reason) => resolve(reason))));

/** Waits for events. They arrive in order: once each user has received this one, all earlier ones have arrived. */
async function settled(...users: { user: User; client: ClientSocket }[]): Promise<void> {
  await Promise.all(
    users.map(({ user, client }, i) => {
      const marker = `marker-${i}`;
      const arrived = new Promise<void>((resolve) => {
        const listen = (event: string, payload: { dataset_id?: string }): void => {
          if (event !== "data_check_result" || payload.dataset_id !== marker) return;
          client.offAny(listen);
          resolve();
        };
        client.onAny(listen);
      });
      deps.events.publish("datasetChanged", { name: marker, owner: user.id, phase: "init" });
      return withTimeout("the marker", arrived);
    }),
  );
}
const withoutMarkers = (heard: [string, unknown][]): [string, unknown][] =>
  heard.filter(([, payload]) => !JSON.stringify(payload).includes("marker-"));

describe("a socket", () => {
  test.each(["websocket", "polling"] as const)("a socket opens with a session and its user's id by %s", async (transport) => {
    const cookie = await openSession(deps, amber.id);
    expect((await connectSocket({ cookie, userId: amber.id, transports: [transport] })).connected).toBe(true);
  });

  test.each<[string, () => Promise<Attempt>]>([
    ["without a session", async () => ({ userId: amber.id })],
    ["with a made-up session", async () => ({ cookie: "made-up", userId: amber.id })],
    ["with somebody else's id", async () => ({ cookie: await openSession(deps, berta.id), userId: amber.id })],
    ["without an id", async () => ({ cookie: await openSession(deps, amber.id) })],
    [
      "with a session that has run out",
      async () => {
        const cookie = await openSession(deps, amber.id);
        deps.advance(24 * 3_600_000);
        return { cookie, userId: amber.id };
      },
    ],
    [
      "with a disabled account",
      async () => {
        const cookie = await openSession(deps, amber.id);
        await deps.documents.collection(COLLECTIONS.users).put({ ...amber, active: false });
        return { cookie, userId: amber.id };
      },
    ],
    [
      "from a page of another site",
      async () => ({ cookie: await openSession(deps, amber.id), userId: amber.id, headers: { Origin: "https://evil.example" } }),
    ],
    [
      "from a page whose name resolves to this machine",
      async () => {
        const headers = { Origin: "http://evil.example", Host: "evil.example" };
        return { cookie: await openSession(deps, amber.id), userId: amber.id, headers };
      },
    ],
  ])("a socket is refused %s", async (_case, attempt) => {
    await expect(connectSocket(await attempt())).rejects.toThrow();
  });

  test("a socket opens from a page of this host", async () => {
    const cookie = await openSession(deps, amber.id);
    expect((await connectSocket({ cookie, userId: amber.id, headers: { Origin: origin } })).connected).toBe(true);
  });

  // @contract the-socket-is-for-the-session-and
  test("a socket closes when its session ends, and the user's other sessions stay open", async () => {
    const [first, second] = [await connectAs(amber), await connectAs(amber)];
    const closed = waitForDisconnect(first.client);
    await closeSession(deps, first.cookie);
    deps.events.publish("accessRevoked", { userId: amber.id });
    expect(await closed).toBe("io server disconnect");
    expect(second.client.connected).toBe(true);
  });

  test.each<[string, Partial<User>]>([
    ["is disabled", { active: false }],
    ["is no manager any more", { auth: "normal" }],
  ])("a socket closes when its user %s", async (_case, changes) => {
    const { client } = await connectAs(manager);
    const closed = waitForDisconnect(client);
    await deps.documents.collection(COLLECTIONS.users).put({ ...manager, ...changes });
    deps.events.publish("accessRevoked", { userId: manager.id });
    expect(await closed).toBe("io server disconnect");
  });
});

/** Resolves after so many calls that the document store failed. It answers again then. A check of a socket makes two. */
function failedReads(count: number): Promise<void> {
  const error = deps.documentStoreError;
  let left = count;
  return new Promise((resolve) =>
    Object.defineProperty(deps, "documentStoreError", {
      get: () => {
        if (left === 0) return undefined;
        if (--left === 0) resolve();
        return error;
      },
    }),
  );
}

describe("too many sockets", () => {
  test("1,000 connections may have no user, and a socket opens again once one of them has closed", async () => {
    const cookie = await openSession(deps, amber.id);
    const url = `${origin}/tukeysocket/?EIO=4&transport=polling`;
    let last = "";
    for (let i = 0; i < 1000; i++) last = /"sid":"([^"]+)"/.exec(await (await fetch(url)).text())?.[1] ?? "";
    expect((await fetch(url)).status).toBe(403);
    await expect(connectSocket({ cookie, userId: amber.id })).rejects.toThrow();
    // The packet "close" of the protocol of engine.io.
    await fetch(`${url}&sid=${last}`, { method: "POST", body: "1" });
    expect((await connectSocket({ cookie, userId: amber.id })).connected).toBe(true);
  });

  test("a user has at most 100 sockets, and others have theirs", async () => {
    const cookie = await openSession(deps, amber.id);
    await Promise.all(Array.from({ length: 100 }, () => connectSocket({ cookie, userId: amber.id })));
    await expect(connectSocket({ cookie, userId: amber.id })).rejects.toThrow("too many sockets");
    expect((await connectAs(berta)).client.connected).toBe(true);
  });
});

describe("while the server or its store is away", () => {
  test("a socket that the server ends as it closes connects again, once there is a server", async () => {
    const { client } = await connectAs(amber);
    client.io.reconnection(true);
    const closed = waitForDisconnect(client);
    await socket.close();
    expect(await closed).toBe("transport close");
    expect(client.active).toBe(true);
  });

  test.each(["websocket", "polling"] as const)("a server that closes opens no socket by %s", async (transport) => {
    await connectAs(amber);
    await socket.close();
    const cookie = await openSession(deps, amber.id);
    await expect(connectSocket({ cookie, userId: amber.id, transports: [transport] })).rejects.toThrow();
  });

  test("a socket is not told that its session is invalid, and one that is open stays open", async () => {
    const { client, cookie } = await connectAs(amber);
    deps.documentStoreError = new Unavailable("the document store is away");
    await expect(connectSocket({ cookie, userId: amber.id })).rejects.toThrow("unavailable");
    await withTimeout("a second check of the open socket", failedReads(6));
    expect(client.connected).toBe(true);
    const closed = waitForDisconnect(client);
    await closeSession(deps, cookie);
    expect(await closed).toBe("io server disconnect");
  });
});

test("a socket closes when its session has expired", async () => {
  const { client } = await connectAs(amber);
  const closed = waitForDisconnect(client);
  deps.advance(24 * 3_600_000);
  expect(await closed).toBe("io server disconnect");
});

describe("events of a resource", () => {
  let dataset: Resource<"Dataset">;
  beforeEach(async () => {
    dataset = await addDataset(deps, { owner: amber });
  });

  // @contract events-of-the-socket-carry-their-fields, the-socket-is-for-the-session-and
  test("a resource's events reach only its owner and managers", async () => {
    const [a, b, m] = [await connectAs(amber), await connectAs(berta), await connectAs(manager)];
    const model = await addModel(deps, { dataset });
    for (const phase of ["evaluating", "evaluating_finish", "evaluating_fail"])
      deps.events.publish("datasetChanged", { name: dataset.metadata.name, owner: amber.id, phase });
    deps.events.publish("modelChanged", { name: model.metadata.name, owner: amber.id, phase: "success" });
    const models = [{ name: model.metadata.name, phase: "success" }];
    deps.events.publish("autoModelChanged", { name: "batch", owner: amber.id, phase: "fitting_processing", models });
    await settled({ user: amber, client: a.client }, { user: berta, client: b.client }, { user: manager, client: m.client });
    const expected = [
      ...["init", "success", "fail"].map((status) => ["data_check_result", { dataset_id: dataset.metadata.name, status }]),
      ["model_status", { model_id: model.metadata.name, status: "success", progress: 1 }],
      [
        "auto_model_result",
        { auto_model_id: "batch", current_model: [{ id: model.metadata.name, status: "success" }], status: "fitting_processing" },
      ],
    ];
    expect(withoutMarkers(a.heard)).toEqual(expected);
    expect(withoutMarkers(m.heard)).toEqual(expected);
    expect(withoutMarkers(b.heard)).toEqual([]);
  });

  test("a training's progress is sent until its end and not after it", async () => {
    const a = await connectAs(amber);
    const heard = withTimeout("model_status", new Promise((resolve) => a.client.once("model_status", resolve)));
    const [fitting, done] = [await addModel(deps, { dataset }), await addTrainedModel(deps, { dataset })];
    const progress = (model: Resource<"Model">, fraction: number): void =>
      deps.events.publish("taskProgress", { taskId: "t", kind: "Model", resource: model.metadata.name, fraction, step: "fit" });
    progress(done, 0.9);
    progress(fitting, 0.5);
    expect(await heard).toEqual({ model_id: fitting.metadata.name, status: "fitting", progress: 0.5 });
  });
});

describe("the HTTP server with a socket", () => {
  test("a request that offers another protocol, as Java's client does, is answered", async () => {
    const body = "{}";
    const request = [
      "POST /tukey/nowhere HTTP/1.1",
      `Host: ${new URL(origin).host}`,
      "Connection: Upgrade, HTTP2-Settings",
      "Upgrade: h2c",
      "HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA",
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      "",
      body,
    ].join("\r\n");
    const connection = connect(Number(new URL(origin).port), "127.0.0.1", () => connection.write(request));
    const answered = new Promise<string>((resolve, reject) =>
      connection.once("data", (data) => resolve(String(data))).once("error", reject),
    );
    const answer = await withTimeout("an answer", answered).finally(() => connection.destroy());
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  });
});
