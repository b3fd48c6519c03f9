import type { Resource, User } from "@agatha/contracts";
import type { EditStepAnswer, EditTemplateAnswer, ErrorBody } from "@agatha/contracts/wire";
import { editHistoryRoutes } from "../edit-history/index.js";
import { createJoinCopier } from "../tables/index.js";
import { addUser, type Client, readJson, startServer, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { addDataset, type ColumnTypes } from "../testing/models.js";
import { stubTableReaderCache } from "../testing/table-reader-cache.js";
import { editTemplateRoutes } from "./index.js";

let deps: TestDeps;
let server: TestServer;
let someone: User;
let client: Client;
let oven: Resource<"Dataset">;

async function ready(name: string, columns?: ColumnTypes): Promise<Resource<"Dataset">> {
  const parsed = await addDataset(deps, { owner: someone, name, columns });
  const status = { ...parsed.status, observedGeneration: parsed.metadata.generation };
  return await deps.resources.updateStatus("Dataset", { ...parsed, status });
}
const TEMPLATES = "/agatha/extraction_templates/";
const historyOf = ({ metadata }: Resource<"Dataset">): string => `/agatha/datasets/${metadata.name}/extraction`;
const add = async (spec: object, at = oven): Promise<EditStepAnswer> =>
  readJson(await client("POST", historyOf(at), { body: { cond: JSON.stringify(spec), spec } }));
const keep = (body: object = {}): Promise<Response> =>
  client("POST", TEMPLATES, { body: { name: "Warm rows", dataset_id: oven.metadata.name, ...body } });
const apply = (template_id: string, to: Resource<"Dataset">): Promise<Response> =>
  client("POST", `${historyOf(to)}/template/`, { body: { template_id } });
const types = async (of: Resource<"Dataset">): Promise<string[]> =>
  (await readJson<{ data: EditStepAnswer[] }>(await client("GET", historyOf(of)))).data.map(
    ({ type, enabled }) => `${enabled ? "" : "-"}${type}`,
  );
async function problems(answer: Promise<Response>): Promise<[string, (string | undefined)[]]> {
  const { tukey_error, detail } = await readJson<ErrorBody>(await answer);
  return [tukey_error, detail?.map(({ path, message }) => `${path}: ${message}`) ?? []];
}

const WARM = { type: "filter", groups: [{ conditions: [{ column: "x", op: "gt", value: 1 }] }] };
const TWICE = { type: "derived", name: "twice", formula: { op: "multiply", left: { column: "y" }, right: { value: 2 } } };
const BY_TWICE = { type: "sort", by: [{ column: "twice" }] };
const BY_KIND = { type: "aggregation", by: ["kind"], cols: [{ name: "rows", function: "count" }] };

beforeEach(async () => {
  deps = testDeps();
  server = await startServer(deps, [
    ...editHistoryRoutes(deps, createJoinCopier(deps, stubTableReaderCache())),
    ...editTemplateRoutes(deps, createJoinCopier(deps, stubTableReaderCache())),
  ]);
  someone = await addUser(deps, "someone");
  oven = await ready("Oven");
  client = await server.loggedInAs(someone);
  for (const spec of [WARM, TWICE, BY_TWICE]) await add(spec);
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

// @contract post-agatha-extraction-templates, post-agatha-datasets-id-extraction-template
test("a template has the enabled entries and the columns that it needs, and is applied in their order", async () => {
  const answer = await keep();
  const template = await readJson<EditTemplateAnswer>(answer);
  expect([answer.status, template.columns, template.entries.map(({ type }) => type)]).toEqual([
    201,
    ["x", "y"],
    ["filter", "derived", "sort"],
  ]);
  const mill = await ready("Mill", { y: "n", x: "n" });
  await add({ type: "sort", by: [{ column: "y" }] }, mill);
  expect((await apply(template.id, mill)).status).toBe(201);
  expect(await types(mill)).toEqual(["sort", "filter", "derived", "sort"]);
  expect(await readJson(await client("GET", TEMPLATES))).toEqual({ data: [template] });
});

test("a template can have selected entries, enabled or not", async () => {
  const { id } = await add(BY_KIND);
  await client("PATCH", `${historyOf(oven)}/${id}`, { body: { enabled: false } });
  expect((await readJson<EditTemplateAnswer>(await keep())).entries).toHaveLength(3);
  const chosen = await readJson<EditTemplateAnswer>(await keep({ name: "Kinds", ids: [id] }));
  expect([chosen.columns, chosen.entries.map(({ type }) => type)]).toEqual([["kind"], ["aggregation"]]);
});

test("each missing column of a dataset is named, and no entry is added", async () => {
  const { id } = await readJson<EditTemplateAnswer>(await keep());
  const kiln = await ready("Kiln", { heat: "n", kind: "s" });
  expect(await problems(apply(id, kiln))).toEqual([
    "010405",
    [
      'columns.x: The dataset Kiln has no column "x" after its own edits, and the template needs it',
      'columns.y: The dataset Kiln has no column "y" after its own edits, and the template needs it',
    ],
  ]);
  expect(await types(kiln)).toEqual([]);
});

test.each<[string, ColumnTypes, string, string]>([
  ["a column of another type", { x: "s", y: "n" }, "010418", '"x"'],
  ["a name that is taken", { x: "n", y: "n", twice: "n" }, "010418", '"twice"'],
])("the error names %s", async (_case, columns, code, named) => {
  const { id } = await readJson<EditTemplateAnswer>(await keep());
  const kiln = await ready("Kiln", columns);
  const [found, [message]] = await problems(apply(id, kiln));
  expect(found).toBe(code);
  expect(message).toContain(named);
  expect(await types(kiln)).toEqual([]);
});

test("the template's aggregation stays enabled, because it comes last", async () => {
  const { id: aggregation } = await add(BY_KIND);
  const { id } = await readJson<EditTemplateAnswer>(await keep({ ids: [aggregation] }));
  const mill = await ready("Mill");
  await add({ type: "aggregation", by: ["x"], cols: [{ name: "rows", function: "count" }] }, mill);
  expect((await apply(id, mill)).status).toBe(201);
  expect(await types(mill)).toEqual(["-aggregation", "aggregation"]);
});

// @contract get-agatha-extraction-templates, get-agatha-extraction-templates-tid, delete-agatha-extraction-templates-tid
test("a template is visible to its owner and to managers until it is deleted", async () => {
  const { id } = await readJson<EditTemplateAnswer>(await keep());
  const [stranger, boss] = [
    await server.loggedInAs(await addUser(deps, "stranger")),
    await server.loggedInAs(await addUser(deps, "boss", { auth: "manager" })),
  ];
  expect((await stranger("GET", `${TEMPLATES}${id}`)).status).toBe(404);
  expect((await stranger("DELETE", `${TEMPLATES}${id}`)).status).toBe(404);
  expect(await readJson(await stranger("GET", TEMPLATES))).toEqual({ data: [] });
  expect((await boss("GET", `${TEMPLATES}${id}`)).status).toBe(200);
  expect((await client("DELETE", `${TEMPLATES}${id}`)).status).toBe(204);
  expect(await problems(apply(id, oven))).toMatchObject(["010417", []]);
});

test.each<[string, () => object, string]>([
  ["a name that is taken", () => ({}), "010201"],
  ["no name", () => ({ name: " " }), "010201"],
  ["an entry that is not there", () => ({ name: "Other", ids: ["gone"] }), "010415"],
  ["a dataset that is not there", () => ({ name: "Other", dataset_id: "gone" }), "010401"],
])("a template with %s is refused", async (_case, body, code) => {
  await keep();
  expect((await problems(keep(body())))[0]).toBe(code);
});

// @contract get-rest-extraction-templates
test("templates are created, listed and deleted as records of a list", async () => {
  const list = "/rest/extraction_templates";
  const body = { name: "Warm rows", dataset_id: oven.metadata.name };
  const template = await readJson<EditTemplateAnswer>(await client("POST", list, { body }));
  const found = await client("GET", `${list}?filter=${encodeURIComponent('{"name":"Warm rows"}')}`);
  expect([found.headers.get("Content-Range"), await readJson(found)]).toEqual(["extraction_templates 0-0/1", [template]]);
  expect(await readJson(await client("GET", `${list}/${template.id}`))).toEqual(template);
  const stranger = await server.loggedInAs(await addUser(deps, "stranger"));
  expect(await readJson(await stranger("GET", list))).toEqual([]);
  expect((await stranger("DELETE", `${list}/${template.id}`)).status).toBe(404);
  expect(await readJson(await client("DELETE", `${list}/${template.id}`))).toEqual(template);
  expect(await readJson(await client("GET", list))).toEqual([]);
});
