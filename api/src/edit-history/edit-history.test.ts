import { COLLECTIONS, type Resource } from "@agatha/contracts";
import type { EditStepAnswer, ErrorBody } from "@agatha/contracts/wire";
import { createJoinCopier } from "../tables/index.js";
import { addUser, type Client, readError, readJson, startServer, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { addDataset } from "../testing/models.js";
import { stubTableReaderCache } from "../testing/table-reader-cache.js";
import { editHistoryRoutes } from "./index.js";

let deps: TestDeps;
let server: TestServer;
let client: Client;
let dataset: Resource<"Dataset">;
let path: string;

beforeEach(async () => {
  deps = testDeps();
  server = await startServer(deps, editHistoryRoutes(deps, createJoinCopier(deps, stubTableReaderCache())));
  const someone = await addUser(deps, "someone");
  const parsed = await addDataset(deps, { owner: someone, name: "Oven" });
  const status = { ...parsed.status, observedGeneration: parsed.metadata.generation };
  dataset = await deps.resources.updateStatus("Dataset", { ...parsed, status });
  client = await server.loggedInAs(someone);
  path = `/agatha/datasets/${dataset.metadata.name}/extraction`;
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

const sort = (column = "x") => ({ type: "sort", by: [{ column, order: "asc" }] });
const counted = (name: string) => ({ type: "aggregation", by: ["kind"], cols: [{ name, function: "count" }] });
const doubled = { type: "derived", name: "twice", formula: { op: "multiply", left: { column: "x" }, right: { value: 2 } } };

async function add(spec: object, more: object = {}): Promise<EditStepAnswer> {
  const answer = await client("POST", `${path}/`, { body: { cond: JSON.stringify(spec), spec, ...more } });
  if (answer.status !== 201) throw new Error(await answer.text());
  return readJson(answer);
}
const list = async (): Promise<EditStepAnswer[]> => (await readJson<{ data: EditStepAnswer[] }>(await client("GET", `${path}/`))).data;
/** Returns the column of each sorting, or the name of each aggregation's count, with a minus if it is disabled. */
const history = async (): Promise<string[]> =>
  (await list()).map(
    ({ enabled, spec, columns }) => `${enabled ? "" : "-"}${spec.type === "aggregation" ? spec.cols[0]?.name : columns[0]}`,
  );

// @contract get-agatha-datasets-id-extraction
test("an entry states its step, its columns and its owner", async () => {
  const action = { kind: "fill", value: 3 };
  const made = await add({ type: "replacement", replace_col: "y", action }, { cond: "empty becomes 3" });
  expect(made).toMatchObject({
    enabled: true,
    order: 1,
    cond: "empty becomes 3",
    type: "replacement",
    columns: ["y"],
    replace_col: "y",
    action: "fill",
  });
  expect(made).toMatchObject({ dataset_id: dataset.metadata.name, owner: dataset.spec.owner, updated_at: "2024-05-01T08:00:00.000Z" });
  expect(await list()).toEqual([made]);
});

test.each<[string, object, string[]]>([
  [
    "a filter's",
    {
      type: "filter",
      groups: [
        {
          conditions: [
            { column: "x", op: "empty" },
            { column: "kind", op: "empty" },
          ],
        },
      ],
    },
    ["x", "kind"],
  ],
  [
    "an aggregation's",
    { type: "aggregation", by: ["kind"], window: { column: "at", unit: "day" }, cols: [{ name: "a", function: "sum", column: "x" }] },
    ["at", "kind", "x"],
  ],
  ["a formula's", { type: "derived", name: "z", formula: { op: "add", left: { column: "x" }, right: { column: "x" } } }, ["x"]],
  ["a difference's", { type: "derived", name: "z", formula: { op: "difference", from: "at", to: "at", unit: "day" } }, ["at"]],
])("%s columns are listed once each", async (_case, spec, columns) => {
  expect((await add(spec)).columns).toEqual(columns);
});

// @contract post-agatha-datasets-id-extraction
test("entries are appended or inserted at a place", async () => {
  await add(sort("x"));
  await add(sort("y"));
  await add(sort("kind"), { index: 1 });
  await add(sort("at"), { index: 99 });
  expect(await history()).toEqual(["x", "kind", "y", "at"]);
  expect((await list()).map(({ order }) => order)).toEqual([1, 2, 3, 4]);
});

test("an entry is inserted before another one, wherever that is by now", async () => {
  await add(sort("x"));
  const { id } = await add(sort("y"));
  await add(sort("at"), { index: 0 });
  await add(sort("kind"), { before: id });
  expect(await history()).toEqual(["at", "x", "kind", "y"]);
  await client("DELETE", `${path}/${id}/`);
  expect(await readError(client("POST", `${path}/`, { body: { spec: sort(), before: id } }))).toEqual([404, "010415", undefined]);
});

// @contract patch-agatha-datasets-id-extraction-extid, of-several-enabled-aggregations-only-the-one
test("only the last of several aggregations stays enabled, in whatever order they are added", async () => {
  await add(counted("late"));
  await add(counted("early"), { index: 0 });
  expect(await history()).toEqual(["-early", "late"]);
  const [early, late] = await list();
  const enabled = await client("PATCH", `${path}/${early?.id}/`, { body: { enabled: true } });
  expect(await readJson(enabled)).toMatchObject({ enabled: false });
  await client("DELETE", `${path}/${late?.id}/`);
  await client("PATCH", `${path}/${early?.id}/`, { body: { enabled: true } });
  expect(await history()).toEqual(["early"]);
  await client("POST", `${path}/${late?.id}/restore/`);
  expect(await history()).toEqual(["-early", "late"]);
});

test("an entry is replaced in its place by a step of its own type, and keeps its id", async () => {
  const { id } = await add(sort("x"));
  await add(sort("y"));
  const changed = await client("PATCH", `${path}/${id}/`, { body: { spec: sort("kind"), cond: "by kind" } });
  expect([changed.status, await readJson<EditStepAnswer>(changed)]).toMatchObject([200, { id, cond: "by kind", enabled: true }]);
  expect(await history()).toEqual(["kind", "y"]);
  const filter = { type: "filter", groups: [{ conditions: [{ column: "x", op: "empty" }] }] };
  const problem = (body: object) => readError(client("PATCH", `${path}/${id}/`, { body }));
  expect(await problem({ spec: filter })).toEqual([400, "010418", "spec.type"]);
  expect(await problem({ spec: sort("missing") })).toEqual([400, "010418", expect.stringMatching(/^spec/)]);
  expect(await problem({})).toEqual([400, "010201", "enabled"]);
  expect(await history()).toEqual(["kind", "y"]);
});

describe("a change of an entry", () => {
  const patch = (id: string, body: object): Promise<Response> => client("PATCH", `${path}/${id}/`, { body });

  test("a change of somebody who does not know the entry's last change is refused", async () => {
    const { id, updated_at } = await add(sort("x"));
    deps.advance(1_000);
    expect((await patch(id, { spec: sort("y"), updated_at })).status).toBe(200);
    expect(await readError(patch(id, { spec: sort("kind"), enabled: false, updated_at }))).toEqual([409, "021401", "updated_at"]);
    expect(await history()).toEqual(["y"]);
    const [entry] = await list();
    expect((await patch(id, { spec: sort("kind"), updated_at: entry?.updated_at })).status).toBe(200);
  });

  test("the text of an entry changes alone", async () => {
    const { id, spec } = await add(sort("x"));
    expect(await readJson(await patch(id, { cond: "by x" }))).toMatchObject({ cond: "by x", spec, enabled: true });
    expect(await list()).toMatchObject([{ cond: "by x", spec, enabled: true }]);
  });

  test("step and state change together or not at all", async () => {
    const { id } = await add(sort("x"));
    expect(await readJson(await patch(id, { spec: sort("y"), enabled: false }))).toMatchObject({ spec: sort("y"), enabled: false });
    const nowhere = await readError(patch(id, { spec: sort("nowhere"), enabled: true }));
    expect(nowhere).toEqual([400, "010418", expect.stringMatching(/^spec/)]);
    expect(await history()).toEqual(["-y"]);
  });
});

// @contract delete-agatha-datasets-id-extraction-extid, post-agatha-datasets-id-extraction-extid-restore, entries-of-the-edit-history-are-deleted
test("a deleted entry can be restored to its place for a day; other entries cannot", async () => {
  await add(sort("x"));
  const { id } = await add(sort("y"));
  await add(sort("kind"));
  expect(await readError(client("POST", `${path}/${id}/restore`))).toEqual([404, "010415", undefined]);
  expect((await client("DELETE", `${path}/${id}/`)).status).toBe(204);
  expect(await history()).toEqual(["x", "kind"]);
  expect(await readError(client("DELETE", `${path}/${id}/`))).toEqual([404, "010415", undefined]);
  expect((await client("POST", `${path}/${id}/restore/`)).status).toBe(200);
  expect(await history()).toEqual(["x", "y", "kind"]);
  await client("DELETE", `${path}/${id}/`);
  deps.advance(24 * 3_600_000);
  client = await server.loggedInAs((await deps.documents.collection(COLLECTIONS.users).get(dataset.spec.owner))!);
  expect(await readError(client("POST", `${path}/${id}/restore/`))).toEqual([404, "010415", undefined]);
});

// @contract patch-agatha-datasets-id-extraction, entries-of-the-edit-history-are-deleted
test("changes to many or all entries apply together or not at all", async () => {
  const [first, second] = [await add(sort("x")), await add(sort("y"))];
  await add(sort("kind"));
  const change = (body: object) => client("PATCH", `${path}/`, { body });
  await change({ change: "disable", ids: [first.id, second.id] });
  expect(await history()).toEqual(["-x", "-y", "kind"]);
  expect(await readError(change({ change: "enable", ids: [first.id, "gone"] }))).toEqual([404, "010415", undefined]);
  expect(await history()).toEqual(["-x", "-y", "kind"]);
  await change({ change: "enable" });
  expect(await history()).toEqual(["x", "y", "kind"]);
  expect(await readJson(await change({ change: "delete" }))).toEqual({ data: [] });
  await change({ change: "restore" });
  expect(await history()).toEqual(["x", "y", "kind"]);
});

// @contract filters-are-complete-their-times-are-times
test("steps that do not fit the columns before them are refused with their place, and nothing changes", async () => {
  expect(await readError(client("POST", path, { body: { spec: sort("nowhere") } }))).toEqual([400, "010418", "spec.by[0].column"]);
  const { id } = await add(doubled);
  await add(sort("twice"));
  expect(await readError(client("DELETE", `${path}/${id}`))).toEqual([400, "010418", "entries[0].by[0].column"]);
  expect(await readError(client("POST", path, { body: { spec: doubled } }))).toEqual([400, "010418", "spec.name"]);
  const first = { spec: { ...doubled, name: "twice" }, index: 0 };
  expect(await readError(client("POST", path, { body: first }))).toEqual([400, "010418", "entries[1].name"]);
  expect(await history()).toEqual(["x", "twice"]);
});

test("a refused entry says which one it is, and a specification that is none is a data-extraction error too", async () => {
  await add(sort("x"));
  const { detail } = (await readJson(await client("POST", path, { body: { spec: sort("nowhere") } }))) as ErrorBody;
  expect(detail?.[0]?.message).toBe('Entry 2 of those enabled (sort): There is no column "nowhere" at this step');
  expect(await readError(client("POST", path, { body: { spec: { type: "shuffle" } } }))).toEqual([400, "010418", "spec.type"]);
});

test("restoring all takes back the last deletion, and leaves what was deleted separately before", async () => {
  const first = await add(sort("x"));
  await add(sort("y"));
  await add(sort("kind"));
  await client("DELETE", `${path}/${first.id}`);
  await client("PATCH", `${path}/`, { body: { change: "delete" } });
  await client("PATCH", `${path}/`, { body: { change: "restore" } });
  expect(await history()).toEqual(["y", "kind"]);
  await client("PATCH", `${path}/`, { body: { change: "restore" } });
  expect(await history()).toEqual(["x", "y", "kind"]);
});

test("a history that no longer fits its changed columns can be repaired", async () => {
  const [one, two] = [await add(sort("x")), await add(sort("y"))];
  const tables = deps.documents.collection(COLLECTIONS.tables);
  const table = (await tables.get(dataset.status?.table?.document ?? ""))!;
  await tables.replace({ ...table, table: { ...table.table, columns: table.table.columns.slice(2) } });
  for (const { id } of [one, two]) expect((await client("DELETE", `${path}/${id}`)).status).toBe(204);
  expect(await readError(client("POST", path, { body: { spec: sort("x") } }))).toEqual([400, "010418", "spec.by[0].column"]);
});

test("concurrently added entries are all kept", async () => {
  await Promise.all(["x", "y", "kind", "at"].map((column) => add(sort(column))));
  expect((await history()).sort()).toEqual(["at", "kind", "x", "y"]);
});

test("the size of a history is limited", async () => {
  const { id: _, ...entry } = await add(sort());
  const collection = deps.documents.collection(COLLECTIONS.editHistories);
  const present = (await collection.get(dataset.metadata.uid))!;
  const [kept] = present.entries;
  await collection.replace({ ...present, entries: Array.from({ length: 200 }, (_, i) => ({ ...kept!, id: `e${i}`, order: i })) });
  expect(await readError(client("POST", path, { body: { spec: entry.spec } }))).toEqual([400, "010201", "spec"]);
});

// @contract get-rest-extractions
test("the console's lists show and change the entries of all datasets", async () => {
  const body = { spec: sort("y"), dataset_id: dataset.metadata.name };
  const made = await readJson<EditStepAnswer>(await client("POST", "/rest/extractions", { body }));
  expect(await readJson(await client("GET", "/rest/extractions"))).toEqual([made]);
  const sent = await client("PUT", `/rest/extractions/${made.id}`, { body: { ...made, enabled: false } });
  expect(await readJson(sent)).toEqual({ ...made, enabled: false });
  expect((await client("DELETE", `/rest/extractions/${made.id}`)).status).toBe(200);
  expect(await readError(client("GET", `/rest/extractions/${made.id}`))).toEqual([404, "010415", undefined]);
  expect(await readError(client("GET", "/rest/extractions/gone.entry"))).toEqual([404, "010415", undefined]);
});

test("a manager's changes to another user's history are audited", async () => {
  const boss = await addUser(deps, "boss", { auth: "manager" });
  client = await server.loggedInAs(boss);
  await add(sort());
  await client("PATCH", path, { body: { change: "delete" } });
  const records = await deps.documents.collection(COLLECTIONS.audit).find({ where: { userId: boss.id } });
  expect(records.map(({ action }) => action).sort()).toEqual(["extraction.add", "extraction.delete"]);
});

test("nobody joins a dataset that they or the owner of the edited one may not read", async () => {
  const stranger = await addUser(deps, "stranger");
  const theirs = await addDataset(deps, { owner: stranger, name: "Theirs" });
  const spec = { type: "join", dataset: theirs.metadata.name, on: [{ column: "x", other: "x" }], columns: ["y"] };
  expect(await readError(client("POST", `${path}/`, { body: { spec } }))).toEqual([404, "010401"]);
  const manager = await server.loggedInAs(await addUser(deps, "boss", { auth: "manager" }));
  expect(await readError(manager("POST", `${path}/`, { body: { spec } }))).toEqual([400, "010418", "spec.dataset"]);
  expect(await list()).toEqual([]);
});
