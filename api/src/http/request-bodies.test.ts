import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { addUser, type Client, type TestDeps, type TestServer, waitFor } from "../testing/deps.js";
import { createHttpFixture, type HttpFixture } from "../testing/http-fixture.js";

let fixture: HttpFixture;
let deps: TestDeps;
let server: TestServer;

beforeEach(async () => {
  fixture = await createHttpFixture();
  ({ deps, server } = fixture);
});
afterEach(() => fixture.close());

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

  test("clients that do not read long answers to long bodies hold up nobody, and leave no files", async () => {
    const { hostname, port, host } = new URL(server.origin);
    const body = JSON.stringify({ rows: Array.from({ length: 10_000 }, (_, i) => 1_000_000 + i) });
    const head = `POST /tukey/long HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    const idle = [1, 2].map(() => connect(Number(port), hostname));
    for (const socket of idle) {
      socket.write(`${head}\r\n\r\n${body}`);
      await once(socket, "readable");
    }
    const answer = await fetch(`${server.url}/long`, { method: "POST", body, headers: json, signal: AbortSignal.timeout(10_000) });
    expect(await answer.json()).toHaveLength(2000);
    for (const socket of idle) socket.destroy();
    await waitFor(async () => (await readdir(deps.config.scratch)).length === 0);
  });

  test("one user's long bodies take turns among themselves, so that those of others are handled meanwhile", async () => {
    const rows = Array.from({ length: 10_000 }, (_, i) => 1_000_000 + i);
    const busy = await server.loggedInAs(fixture.someone);
    const other = await server.loggedInAs(await addUser(deps, "other"));
    const send = (client: Client, wait: boolean) =>
      client("POST", "/held", { body: JSON.stringify({ rows, wait }), headers: json }).then((answer) => answer.json());
    const waiting = [1, 2, 3].map(() => send(busy, true));
    await waitFor(() => fixture.events.listenerCount("release") === 1);
    expect(await Promise.race([send(other, false), ...waiting])).toBe("released");
    expect(fixture.events.listenerCount("release")).toBe(1);
    let answered = 0;
    for (const each of waiting) void each.then(() => answered++);
    await waitFor(() => {
      fixture.events.emit("release");
      return answered === 3;
    });
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
});
