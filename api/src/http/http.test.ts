import { once } from "node:events";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { COLLECTIONS, Conflict, InvalidInput, NotFound, Unavailable, type User } from "@agatha/contracts";
import { z } from "zod";
import { createApp } from "../app.js";
import { addUser, type Client, readJson, serve, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { rateLimiter } from "./rate-limit.js";
import { defineRoute, type Route } from "./route.js";
import { closeSession, openSession } from "./sessions.js";

const summary = "test";
const tag = "test";
const responses = { 200: z.unknown() };

function failing(path: string, error: () => Error): Route {
  return defineRoute({ method: "get", path, access: "public", summary, tag, responses, handler: () => Promise.reject(error()) });
}

const echo = defineRoute({
  method: "post",
  path: "/things/:id",
  access: "public",
  summary,
  tag,
  bodyLimit: "plan",
  request: {
    params: z.object({ id: z.string().max(5) }),
    query: z.object({ n: z.coerce.number().int().optional() }),
    body: z.object({
      rows: z.array(z.record(z.string(), z.number())).optional(),
      list: z.array(z.object({ x: z.number() })).optional(),
      deep: z.unknown().optional(),
    }),
  },
  responses,
  handler: async ({ params, query, body }) => ({
    status: 201,
    body: { params, query, body, polluted: ({} as { polluted?: boolean }).polluted },
  }),
});

function* endless(): Generator<string> {
  for (;;) yield "row\r\n".repeat(1000);
}

const routes: Route[] = [
  defineRoute({
    method: "get",
    path: "/things/:id",
    access: "user",
    summary,
    tag,
    responses,
    handler: async ({ user }) => ({ body: user.username }),
  }),
  echo,
  defineRoute({ method: "post", path: "/things/all", access: "user", summary, tag, responses, handler: async () => ({ body: "all" }) }),
  defineRoute({ method: "get", path: "/managed", access: "manager", summary, tag, responses, handler: async () => ({ body: "managed" }) }),
  defineRoute({
    method: "get",
    path: "/limited",
    access: "public",
    summary,
    tag,
    responses,
    limits: { beforeBody: rateLimiter({ perMinute: 2 }) },
    handler: async () => ({ body: "in" }),
  }),
  defineRoute({
    method: "get",
    path: "/endless",
    access: "public",
    summary,
    tag,
    responses,
    handler: async ({ response }) => {
      await pipeline(Readable.from(endless()), response);
      return {};
    },
  }),
  failing("/unforeseen", () => new Error("secret place /etc")),
  failing("/refused-inside", () => Object.assign(new Error("datasets is forbidden: User system:api cannot list"), { status: 403 })),
  failing("/conflict", () => new Conflict("v2")),
  failing("/away", () => new Unavailable("The document store does not answer")),
  failing("/gone", () => new NotFound("no model", "010514")),
  failing("/invalid", () => new InvalidInput("010404", { path: "columns[1]", message: "is there twice" })),
];

let deps: TestDeps;
let server: TestServer;
let someone: User;

beforeEach(async () => {
  deps = testDeps();
  server = await serve(deps, createApp(deps, routes));
  someone = await addUser(deps, "someone");
});

afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

describe("requests", () => {
  const json = { "Content-Type": "application/json" };
  const nested = `{"deep":${"[".repeat(40)}${"]".repeat(40)}}`;
  test.each<[string, string, string, Record<string, string>, number, string]>([
    ["a body that is not JSON", "/things/a", "{", json, 400, "not valid JSON"],
    ["a body of the wrong shape", "/things/a", '{"rows":[{"x":1},{"x":"one"}]}', json, 400, "rows[1].x"],
    ["a body of another content type", "/things/a", "rows=1", { "Content-Type": "application/x-www-form-urlencoded" }, 415, "Send JSON"],
    ["a body that is too large", "/things/a", JSON.stringify({ deep: "x".repeat(1_100_000) }), json, 413, "too large"],
    ["a body that nests too deep", "/things/a", nested, json, 400, "nests deeper"],
    [
      "a body that is deep enough to overflow a stack",
      "/things/a",
      `{"deep":${"[".repeat(400_000)}${"]".repeat(400_000)}}`,
      json,
      400,
      "nests",
    ],
    ["a query of the wrong type", "/things/a?n=one", "{}", json, 400, "n"],
    ["a parameter that is too long", "/things/abcdef", "{}", json, 400, "id"],
    ["an address that is not validly encoded", "/things/%E0%A4%A", "{}", json, 400, "encoded"],
    ["an unknown path", "/nothing", "{}", json, 404, "/tukey/docs"],
  ])("%s is refused with an error of the catalogue", async (_case, path, body, headers, status, words) => {
    const answer = await server.anonymous("POST", path, { body, headers });
    const text = await answer.text();
    expect(answer.status).toBe(status);
    expect(JSON.parse(text)).toMatchObject({ tukey_error: "010201", message: "Bad request" });
    expect(text).toContain(words);
  });

  // @contract fields-of-a-body-that-a-call
  test.each<[string, object, string | null]>([
    ["a field that the call does not know", { rowz: [{ x: 1 }] }, '299 - "unknown field \\"rowz\\" is ignored"'],
    ["a field of an element", { list: [{ x: 1, y: 2 }] }, '299 - "unknown field \\"list[0].y\\" is ignored"'],
    ["a name that a header cannot have", { "é\n": 1 }, '299 - "unknown field \\"\\\\u00e9\\\\u000a\\" is ignored"'],
    ["keys that the call leaves free", { rows: [{ x: 1, y: 2 }], deep: { y: { z: 1 } } }, null],
  ])("%s is named in a warning if it is ignored", async (_case, body, warning) => {
    const answer = await server.anonymous("POST", "/things/a", { body: JSON.stringify(body), headers: json });
    expect([answer.status, answer.headers.get("Warning")]).toEqual([201, warning]);
  });

  test("a warning names ten of many fields at the most", async () => {
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`f${i}`, i])));
    const answer = await server.anonymous("POST", "/things/a", { body, headers: json });
    expect(answer.headers.get("Warning")?.match(/unknown field/g)).toHaveLength(10);
  });

  const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);
  const utf8 = "application/json; charset=UTF-8";
  test.each<[string, Record<string, string>, RequestInit["body"]]>([
    ["with its encoding named", { "Content-Type": utf8 }, '{"deep":"é"}'],
    ["with a byte mark", json, encoded('\ufeff{"deep":"é"}')],
    ["in pieces whose number is not known before", json, ReadableStream.from([encoded('{"deep":'), encoded('"é"}')])],
  ])("a body is read %s", async (_case, headers, body) => {
    const answer = await fetch(`${server.url}/things/a`, { method: "POST", headers, body, duplex: "half" } as RequestInit);
    expect(answer.status).toBe(201);
    expect(((await answer.json()) as { body: { deep: string } }).body.deep).toBe("é");
  });

  test("a compressed body is refused, whatever its size", async () => {
    const headers = { ...json, "Content-Encoding": "gzip" };
    const answer = await server.anonymous("POST", "/things/a", { body: "{}", headers });
    expect([answer.status, answer.headers.get("Accept-Encoding")]).toEqual([415, "identity"]);
    const plain = await server.anonymous("POST", "/things/a", { body: "{}", headers: { ...json, "Content-Encoding": "Identity" } });
    expect(plain.status).toBe(201);
  });

  test.each<[string, string, number]>([
    ["without a session", "/tukey/things/all", 401],
    ["too large", "/tukey/things/a", 413],
  ])("a long body %s is refused before it has arrived", async (_what, path, status) => {
    const { hostname, port, host } = new URL(server.origin);
    const socket = connect(Number(port), hostname);
    socket.write(`POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 60000000\r\n\r\n{`);
    expect(String((await once(socket, "data"))[0])).toContain(` ${status} `);
    socket.destroy();
  });

  test("an incomplete body is not a server error", async () => {
    const { hostname, port, host } = new URL(server.origin);
    const socket = connect(Number(port), hostname);
    const head = `Host: ${host}\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue`;
    socket.write(`POST /tukey/things/a HTTP/1.1\r\n${head}\r\n\r\n`);
    expect(String((await once(socket, "data"))[0])).toMatch(/ 100 Continue/);
    socket.end("{");
    const deadline = Date.now() + 10_000;
    const ended = (): boolean => deps.logLines.some((line) => line.includes('"request"') && line.includes("/things/:id"));
    while (!ended() && Date.now() < deadline) await new Promise((resolve) => setImmediate(resolve));
    expect(ended()).toBe(true);
    expect(deps.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  test("a client that disconnects before the answer is not a server error", async () => {
    const leaving = new AbortController();
    const answer = await fetch(`${server.url}/endless`, { signal: leaving.signal });
    leaving.abort();
    await expect(answer.text()).rejects.toThrow("aborted");
    const deadline = Date.now() + 10_000;
    const left = (): boolean => deps.logLines.some((line) => line.includes("/endless") && line.includes('"status":499'));
    while (!left() && Date.now() < deadline) await new Promise((resolve) => setImmediate(resolve));
    expect(left()).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect(deps.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  test("keys named __proto__ have no effect", async () => {
    const body = '{"__proto__":{"polluted":true},"rows":[{"__proto__":1,"constructor":2}]}';
    const answer = await server.anonymous("POST", "/things/a/", { body, headers: json });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ params: { id: "a" }, query: {}, body: { rows: [{ constructor: 2 }] } });
  });

  test("an empty query parameter counts as omitted", async () => {
    const answer = await server.loggedInAs(someone).then((send) => send("POST", "/things/a?n=", { body: { rows: [] } }));
    expect(await answer.json()).toMatchObject({ query: {} });
  });

  test("a trailing slash makes no difference", async () => {
    for (const path of ["/things/a", "/things/a/"]) expect((await server.anonymous("POST", path, { body: {} })).status).toBe(201);
  });

  test("a fixed segment precedes a parameter, whatever the order of the table", async () => {
    const client = await server.loggedInAs(someone);
    expect(await (await client("POST", "/things/all")).json()).toBe("all");
    expect((await client("GET", "/things/all")).status).toBe(405);
  });

  test.each([
    ["a", 201, "a"],
    ["a%20b", 201, "a b"],
    ["%E5%A4%A7", 201, "大"],
    ["%zz", 400, undefined],
    ["longer", 400, undefined],
  ])("a parameter is decoded and validated: %s", async (segment, status, id) => {
    const answer = await server.anonymous("POST", `/things/${segment}`, { body: {} });
    expect([answer.status, (await readJson<{ params?: { id: string } }>(answer)).params?.id]).toEqual([status, id]);
  });

  test("another method is answered with 405 and the allowed methods", async () => {
    const answer = await server.anonymous("DELETE", "/things/a");
    expect(answer.status).toBe(405);
    expect(answer.headers.get("Allow")).toBe("GET, POST, HEAD, OPTIONS");
    expect(await answer.json()).toMatchObject({ detail: [{ message: expect.stringContaining("GET, POST, HEAD, OPTIONS") }] });
    expect((await server.anonymous("OPTIONS", "/things/a")).status).toBe(204);
  });

  test.each([
    ["/conflict", 409, "021401"],
    ["/gone", 404, "010514"],
    ["/away", 503, "010102"],
    ["/invalid", 400, "010404"],
    ["/unforeseen", 500, "010101"],
  ])("an error that a service throws at %s becomes %d %s", async (path, status, code) => {
    deps.expectsUnknownCause = true;
    const answer = await server.anonymous("GET", path);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ tukey_error: code });
  });

  test("an unexpected error is logged but not shown to the client", async () => {
    deps.expectsUnknownCause = true;
    const answer = await server.anonymous("GET", "/unforeseen", { headers: { "X-Request-Id": "abc" } });
    expect(await answer.text()).toBe('{"tukey_error":"010101","message":"Unknown Error"}');
    expect(deps.logLines.find((line) => line.includes("secret place"))).toContain('"requestId":"abc"');
  });

  test("an error with the status of another server's answer is logged, and tells the client neither status nor text", async () => {
    deps.expectsUnknownCause = true;
    const answer = await server.anonymous("GET", "/refused-inside");
    expect([answer.status, await answer.text()]).toEqual([500, '{"tukey_error":"010101","message":"Unknown Error"}']);
    expect(deps.logLines.some((line) => line.includes("system:api cannot list"))).toBe(true);
  });

  test("every answer has security headers", async () => {
    const { headers } = await server.anonymous("GET", "/nothing");
    expect(headers.get("Content-Security-Policy")).toContain("script-src 'self';");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("X-Powered-By")).toBeNull();
    expect(headers.get("Cache-Control")).toBe("no-store");
  });

  test("the log contains no cookies, tokens or addresses", async () => {
    const cookie = await openSession(deps, someone.id);
    await server.anonymous("GET", `/things/secretid?token=${cookie}`, { headers: { Cookie: `agatha_session=${cookie}` } });
    expect(deps.logLines.join()).toContain('"route":"/things/:id"');
    expect(deps.logLines.join()).not.toMatch(new RegExp(`${cookie}|secretid`));
  });

  test("too many requests from an address are refused with Retry-After", async () => {
    for (let i = 0; i < 2; i++) expect((await server.anonymous("GET", "/limited")).status).toBe(200);
    const answer = await server.anonymous("GET", "/limited", { headers: { "X-Forwarded-For": "203.0.113.7" } });
    expect(answer.status).toBe(429);
    expect(await answer.json()).toMatchObject({ tukey_error: "010305" });
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  });
});

describe("access control", () => {
  type Identity = "nobody" | "user" | "manager" | "disabled" | "expired" | "forged";

  async function identity(name: Identity): Promise<Client> {
    if (name === "nobody") return server.anonymous;
    if (name === "forged")
      return (method, path) => server.anonymous(method, path, { headers: { Cookie: `agatha_session=${"A".repeat(43)}` } });
    const changes = { auth: name === "manager" ? "manager" : "normal", active: name !== "disabled" } as const;
    const client = await server.loggedInAs(await addUser(deps, name, changes));
    if (name === "expired") deps.advance(12 * 3_600_000);
    return client;
  }

  test.each<[Identity, string, number]>([
    ["nobody", "/things/a", 401],
    ["nobody", "/managed", 401],
    ["user", "/things/a", 200],
    ["user", "/managed", 403],
    ["manager", "/things/a", 200],
    ["manager", "/managed", 200],
    ["disabled", "/things/a", 403],
    ["expired", "/things/a", 401],
    ["forged", "/things/a", 401],
  ])("%s requesting %s gets %d", async (name, path, status) => {
    const ask = await identity(name);
    expect((await ask("GET", path)).status).toBe(status);
  });

  test("a session is prolonged by use and expires without it", async () => {
    const client = await server.loggedInAs(someone);
    for (let hours = 0; hours < 30; hours += 10) {
      deps.advance(10 * 3_600_000);
      expect((await client("GET", "/things/a")).status).toBe(200);
    }
    deps.advance(12 * 3_600_000);
    expect((await client("GET", "/things/a")).status).toBe(401);
  });

  // @contract clock-jumps-change-nothing
  test("after the machine's clock was set back over a restart, a session that is used goes on and is idle no longer than before", async () => {
    const client = await server.loggedInAs(someone);
    deps.advance(-24 * 3_600_000);
    expect((await client("GET", "/things/a")).status).toBe(200);
    deps.advance(12 * 3_600_000);
    expect((await client("GET", "/things/a")).status).toBe(401);
  });

  test("a session in daily use ends after seven days, and so does its cookie", async () => {
    const client = await server.loggedInAs(someone);
    let last: Response | undefined;
    for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
      deps.advance(8 * 3_600_000);
      last = await client("GET", "/things/a");
      expect(last.status).toBe(200);
    }
    expect(last?.headers.getSetCookie().join()).toMatch(/Max-Age=28800;/);
    deps.advance(8 * 3_600_000);
    expect((await client("GET", "/things/a")).status).toBe(401);
  });

  test("a shorter limit also ends sessions that began before it", async () => {
    const client = await server.loggedInAs(someone);
    deps.advance(2 * 3_600_000);
    deps.config.sessions = { ...deps.config.sessions, maxMs: 3_600_000 };
    expect((await client("GET", "/things/a")).status).toBe(401);
  });

  test("disabling an account ends its sessions for good", async () => {
    const client = await server.loggedInAs(someone);
    const revoked: string[] = [];
    deps.events.subscribe("accessRevoked", (event) => revoked.push(event.userId));
    const users = deps.documents.collection(COLLECTIONS.users);
    const disabled = await users.replace({ ...someone, active: false });
    expect(await (await client("GET", "/things/a")).json()).toMatchObject({ tukey_error: "010304" });
    expect(revoked).toEqual([someone.id]);
    await users.replace({ ...disabled, active: true });
    expect((await client("GET", "/things/a")).status).toBe(401);
  });

  test.each([
    ["a token of the right length that is wrong", "A".repeat(43)],
    ["no token", ""],
  ])("a change with a session and %s is refused", async (_case, token) => {
    const client = await server.loggedInAs(someone);
    const answer = await client("POST", "/things/all", { headers: { "X-CSRFToken": token } });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ tukey_error: "010306" });
  });

  test("the store contains no cookie, and a closed session is gone", async () => {
    const cookie = await openSession(deps, someone.id);
    const sessions = deps.documents.collection(COLLECTIONS.sessions);
    expect(JSON.stringify(await sessions.find())).not.toContain(cookie);
    expect(await closeSession(deps, cookie)).toBe(someone.id);
    expect(await sessions.count()).toBe(0);
  });
});
