import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { startServer, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";

const SCRIPT = `console.log(${JSON.stringify("x".repeat(5000))})`;
const BROWSER = { headers: { "Accept-Encoding": "gzip, deflate, br, zstd" } };
let folder: string;
let deps: TestDeps;
let server: TestServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "agatha-console-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), '<!doctype html><base href="/tukey/" /><script src="./assets/a-1234.js"></script>');
  writeFileSync(join(folder, "assets", "a-1234.js"), SCRIPT);
  writeFileSync(join(folder, "assets", "b-1234.css"), "body {}");
  writeFileSync(join(folder, "assets", "b-1234.css.gz"), gzipSync("body { color: red }"));
  writeFileSync(join(folder, "assets", "b-1234.css.br"), brotliCompressSync("body { color: blue }"));
  writeFileSync(join(folder, "logo.png"), Uint8Array.of(1, 2, 3));
  writeFileSync(join(folder, "..", "agatha-console-secret.txt"), "secret");
  deps = testDeps({ consoleFolder: folder, basePath: "/base" });
  server = await startServer(deps);
});

afterAll(async () => {
  await server.close();
  deps.cleanUp();
  rmSync(folder, { recursive: true });
  rmSync(join(folder, "..", "agatha-console-secret.txt"));
});

const page = async (path: string): Promise<[number, string | null, string]> => {
  const answer = await server.anonymous("GET", path);
  return [answer.status, answer.headers.get("Cache-Control"), await answer.text()];
};

test.each(["/", "/home", "/account/login", "/analysis/fitting?datasetID=d1&modelID=m1", "/index.html"])(
  "%s is the page under the server's base path, and is revalidated each time",
  async (path) => {
    const [status, caching, html] = await page(path);
    expect([status, caching]).toEqual([200, "no-cache"]);
    expect(html).toContain('<base href="/base/"');
  },
);

test.each([
  "/agatha/nothing",
  "/accounts/nothing",
  "/rest/nothing",
  "/tukey/nothing",
  "/assets/gone-9.js",
  "/favicon.ico",
  "/..%2Fagatha-console-secret.txt",
  "/tukey/%E0%A4%A",
])("%s is neither a page nor a file", async (path) => {
  const [status, , body] = await page(path);
  expect([status, JSON.parse(body)]).toMatchObject([404, { tukey_error: "010201" }]);
});

test("a file that failed to load is served once it can be read", async () => {
  const path = join(folder, "assets", "b-1234.css");
  renameSync(path, `${path}.away`);
  const [status, caching] = await page("/assets/b-1234.css");
  renameSync(`${path}.away`, path);
  expect([status, caching]).toEqual([503, "no-store"]);
  expect((await page("/assets/b-1234.css"))[0]).toBe(200);
});

test("a build that replaces the files is served from the next page on, and its predecessor's files are gone", async () => {
  const before = statSync(join(folder, "index.html"));
  const old = readFileSync(join(folder, "index.html"));
  writeFileSync(join(folder, "index.html"), '<!doctype html><base href="/tukey/" /><script src="./assets/c-1234.js"></script>');
  utimesSync(join(folder, "index.html"), before.atime, new Date(before.mtimeMs + 5000));
  writeFileSync(join(folder, "assets", "c-1234.js"), SCRIPT);
  expect((await page("/home"))[2]).toContain("c-1234.js");
  expect((await page("/assets/c-1234.js"))[0]).toBe(200);
  rmSync(join(folder, "assets", "c-1234.js"));
  writeFileSync(join(folder, "index.html"), old);
  utimesSync(join(folder, "index.html"), before.atime, before.mtime);
  expect((await page("/home"))[2]).toContain("a-1234.js");
  expect((await page("/assets/c-1234.js"))[0]).toBe(404);
});

test("assets are cached without expiry and compressed for clients that accept it", async () => {
  const answer = await server.anonymous("GET", "/assets/a-1234.js", BROWSER);
  expect(answer.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  expect(answer.headers.get("Content-Type")).toMatch(/^text\/javascript/);
  expect(answer.headers.get("Content-Encoding")).toBe("br");
  expect(Number(answer.headers.get("Content-Length"))).toBeLessThan(200);
  expect(await answer.text()).toBe(SCRIPT);
  const old = await server.anonymous("GET", "/assets/a-1234.js", { headers: { "Accept-Encoding": "gzip, deflate" } });
  expect([old.headers.get("Content-Encoding"), await old.text()]).toEqual(["gzip", SCRIPT]);
  const plain = await server.anonymous("GET", "/assets/a-1234.js", { headers: { "Accept-Encoding": "identity" } });
  expect([plain.headers.get("Content-Encoding"), await plain.text()]).toEqual([null, SCRIPT]);
});

test("files compressed by the build are sent as they are", async () => {
  const gzipped = await server.anonymous("GET", "/assets/b-1234.css", { headers: { "Accept-Encoding": "gzip" } });
  expect(await gzipped.text()).toBe("body { color: red }");
  expect(await (await server.anonymous("GET", "/assets/b-1234.css", BROWSER)).text()).toBe("body { color: blue }");
  expect((await server.anonymous("GET", "/assets/b-1234.css.gz")).status).toBe(404);
});

test("an unchanged page is not sent again", async () => {
  const etag = (await server.anonymous("GET", "/home")).headers.get("ETag") ?? "";
  const again = await server.anonymous("GET", "/home", { headers: { "If-None-Match": etag, "Cache-Control": "max-age=0" } });
  expect([etag, again.status, await again.text()]).toEqual([expect.stringMatching(/^W\/".+"$/), 304, ""]);
});

test("other files have their content type", async () => {
  const answer = await server.anonymous("GET", "/logo.png");
  expect([answer.headers.get("Content-Type"), [...new Uint8Array(await answer.arrayBuffer())]]).toEqual(["image/png", [1, 2, 3]]);
});

test("redirects lead to the page and keep the query", async () => {
  for (const [from, to] of [
    ["/", "/base/"],
    ["/base", "/base/"],
    ["/base?p=occ", "/base/?p=occ"],
  ]) {
    const answer = await fetch(server.origin + from, { redirect: "manual" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, to]);
  }
  expect((await fetch(`${server.origin}/elsewhere`)).status).toBe(404);
});

test("a POST to a page is not found", async () => {
  expect((await server.anonymous("POST", "/home", { body: {} })).status).toBe(404);
});
