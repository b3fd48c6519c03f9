import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addUser, readError, readJson, startServer, type TestServer, testDeps } from "../testing/deps.js";
import { textRoutes } from "./index.js";
import { readTextsFile } from "./texts-file.js";

let deps: ReturnType<typeof testDeps>;
let server: TestServer;
let manager: Awaited<ReturnType<TestServer["loggedInAs"]>>;

beforeEach(async () => {
  const file = { texts: { ja: { "layout.help": "助けて", "layout.menu": "献立" } }, problem: null };
  deps = testDeps({ textsFile: file });
  server = await startServer(deps, textRoutes(deps));
  manager = await server.loggedInAs(await addUser(deps, "boss", { auth: "manager" }));
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

const change = (edits: unknown): Promise<Response> => manager("PATCH", "/manage_agatha/texts/", { body: { edits } });
const effective = async () => (await readJson<{ texts: unknown }>(await server.anonymous("GET", "/agatha/texts/"))).texts;

// @contract get-agatha-texts, get-manage-agatha-texts, patch-manage-agatha-texts
test("a manager's text is in place of that of the deployment's file, for everybody, until it is taken back", async () => {
  expect(
    (await change({ ja: { "layout.help": { text: "手引き", checked: "Help" } }, tw: { "layout.menu": { text: "目錄" } } })).status,
  ).toBe(200);
  expect(await effective()).toEqual({ ja: { "layout.help": "手引き", "layout.menu": "献立" }, tw: { "layout.menu": "目錄" } });
  await change({ ja: { "layout.help": {} } });
  expect(await effective()).toEqual({ ja: { "layout.help": "助けて", "layout.menu": "献立" }, tw: { "layout.menu": "目錄" } });
});

test("what was checked against which English text is kept, and changes no text", async () => {
  await change({ ja: { "layout.menu": { checked: "Menu" } } });
  expect(await readJson(await manager("GET", "/manage_agatha/texts/"))).toEqual({
    edits: { ja: { "layout.menu": { checked: "Menu" } } },
    file: { ja: { "layout.help": "助けて", "layout.menu": "献立" } },
    file_problem: null,
  });
  expect(await effective()).toEqual({ ja: { "layout.help": "助けて", "layout.menu": "献立" } });
});

test.each([
  ["an unknown language", { de: { "layout.menu": { text: "Menü" } } }],
  ["a key that is none", { ja: { menu: { text: "x" } } }],
  ["an empty text", { ja: { "layout.menu": { text: "" } } }],
])("%s is refused", async (_what, edits) => {
  expect((await readError(await change(edits)))[0]).toBe(400);
});

test.each<[string, string | undefined, unknown]>([
  ["no file", undefined, { texts: {}, problem: null }],
  ["a good file", '{"tw":{"layout.menu":"目錄"}}', { texts: { tw: { "layout.menu": "目錄" } }, problem: null }],
  ["a file that is no JSON", "{", { texts: {}, problem: expect.stringMatching(/^AGATHA_TEXTS_FILE .* is not in use: .*JSON/) }],
  ["a file of another shape", '{"tw":["目錄"]}', { texts: {}, problem: expect.stringMatching(/is not in use\. .*expected record/s) }],
])("the deployment's texts: %s", (_what, content, expected) => {
  const folder = mkdtempSync(join(tmpdir(), "agatha-texts-"));
  try {
    const path = join(folder, "texts.json");
    if (content !== undefined) writeFileSync(path, content);
    expect(readTextsFile(content === undefined ? undefined : path)).toEqual(expected);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a file that is not there is told, with its path", () => {
  expect(readTextsFile("/nowhere/texts.json").problem).toContain("/nowhere/texts.json");
});
