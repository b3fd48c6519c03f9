import "../testing/dom.js";
import { isNewVersionServed } from "./new-version.js";

const pageOf = (script: string) => `<!doctype html><base href="/tukey/"><script type="module" src="./assets/${script}"></script>`;

test.each<[string, () => Promise<Response>, boolean]>([
  ["the same build is no new version", async () => new Response(pageOf("index-1.js")), false],
  ["another build is a new version", async () => new Response(pageOf("index-2.js")), true],
  ["a server that answers with an error tells nothing", async () => new Response("busy", { status: 503 }), false],
  ["a server that does not answer tells nothing", () => Promise.reject(new TypeError("Failed to fetch")), false],
])("%s", async (_sentence, fetchPage, expected) => {
  const shown = new DOMParser().parseFromString(pageOf("index-1.js"), "text/html");
  expect(await isNewVersionServed(shown, fetchPage)).toBe(expected);
});
