import { request } from "node:http";
import { createApp } from "../app.js";
import { serve, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { mailedUrl, originsByHost, publicUrl } from "./public-url.js";
import { defineRoute } from "./route.js";

let deps: TestDeps;
let server: TestServer;

beforeEach(async () => {
  deps = testDeps({
    publicOrigins: originsByHost(["https://agatha.example.com", "http://ml.example.com:8080"]),
    clusterOrigins: originsByHost(["http://agatha-api", "http://agatha-api.agatha.svc"]),
  });
  server = await serve(deps, createApp(deps, [linkRoute("/link", publicUrl), linkRoute("/mailed", mailedUrl)]));
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

function linkRoute(path: string, urlOf: typeof publicUrl) {
  return defineRoute({
    method: "get",
    path,
    access: "public",
    summary: "test",
    tag: "test",
    responses: {},
    handler: async (context) => ({ body: urlOf(context.request, deps.config) }),
  });
}

/** fetch does not send a Host of one's own. */
function get(path: string, Host: string, others: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asking = request(`${server.url}${path}`, { headers: { Host, ...others } }, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, text });
    });
    asking.on("error", reject).end();
  });
}

test.each([
  ["agatha.example.com", "https://agatha.example.com/tukey"],
  ["AGATHA.example.com:443", "https://agatha.example.com/tukey"],
  ["ml.example.com:8080", "http://ml.example.com:8080/tukey"],
  ["agatha-api:80", "http://agatha-api/tukey"],
  ["localhost:1234", "http://localhost:1234/tukey"],
  ["127.8.0.1", "http://127.8.0.1/tukey"],
  ["[::1]:9", "http://[::1]:9/tukey"],
])("the host %s gets links to %s", async (host, url) => {
  expect(await get("/link", host)).toEqual({ status: 200, text: JSON.stringify(url) });
});

test.each([
  ["agatha.example.com:443", "https://agatha.example.com"],
  ["ML.example.com:8080", "http://ml.example.com:8080"],
  ["agatha-api", "https://agatha.example.com"],
  ["agatha-api.agatha.svc:80", "https://agatha.example.com"],
  ["localhost:8080", "https://agatha.example.com"],
])("a mail that is asked for at the host %s leads to %s", async (host, origin) => {
  expect((await get("/mailed", host)).text).toBe(JSON.stringify(`${origin}/tukey`));
});

test("without a public address, a mail that is asked for by way of a forwarded port leads to that port, not into the cluster", async () => {
  deps.config.publicOrigins = originsByHost([]);
  expect((await get("/mailed", "localhost:8080")).text).toBe('"http://localhost:8080/tukey"');
});

test("of two addresses with one host, links have the first: an ingress without a certificate of its own is listed last, as http", () => {
  const origins = originsByHost(["https://ml.example.com", "http://ml.example.com"]);
  expect([origins.get("ml.example.com"), origins.get("ml.example.com:443")]).toEqual(["https://ml.example.com", "https://ml.example.com"]);
});

test.each([
  "evil.example",
  "agatha.example.com.evil.example",
  "agatha.example.com:80",
  "ml.example.com",
  "localhost.evil.example",
  "127.0.0.1.evil.example",
  "agatha.example.com@evil.example",
  "192.168.1.5",
])("the host %s is refused on every address, and the message names the setting", async (host) => {
  for (const path of ["/link", "/nowhere", "/"]) {
    const { status, text } = await get(path, host);
    expect([status, text]).toEqual([421, expect.stringContaining("AGATHA_PUBLIC_URL")]);
    expect(text).toContain(host);
  }
});

test("a forwarded host counts from a trusted proxy only, and is refused alike", async () => {
  const forwarded = { "X-Forwarded-Host": "evil.example" };
  expect((await get("/link", "agatha.example.com", forwarded)).text).toBe('"https://agatha.example.com/tukey"');
  await server.close();
  deps.metrics.clear();
  deps.config.trustedProxies = 1;
  server = await serve(deps, createApp(deps, []));
  expect((await get("/link", "agatha.example.com", forwarded)).status).toBe(421);
});
