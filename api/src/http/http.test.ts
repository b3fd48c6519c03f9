import type { User } from "@agatha/contracts";
import { readJson, type TestDeps, type TestServer } from "../testing/deps.js";
import { createHttpFixture, type HttpFixture } from "../testing/http-fixture.js";
import { openSession } from "./sessions.js";

let fixture: HttpFixture;
let deps: TestDeps;
let server: TestServer;
let someone: User;

beforeEach(async () => {
  fixture = await createHttpFixture();
  ({ deps, server, someone } = fixture);
});
afterEach(() => fixture.close());

describe("requests", () => {
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
