import { COLLECTIONS, type Resource, type User } from "@agatha/contracts";
import type { EditedRowsAnswer, EditHistoryApiAnswer, EditHistoryApiState, EditStepAnswer } from "@agatha/contracts/wire";
import { createRecordEditor, type RecordEditor } from "@agatha/trainer/serving";
import { datasetRoutes } from "../datasets/index.js";
import { editHistoryRoutes } from "../edit-history/index.js";
import { createJoinCopier } from "../tables/index.js";
import {
  addUser,
  type Client,
  readError,
  readErrorCode,
  readJson,
  startServer,
  type TestDeps,
  type TestServer,
  testDeps,
} from "../testing/deps.js";
import { addDataset } from "../testing/models.js";
import { stubTableReaderCache } from "../testing/table-reader-cache.js";
import { createTokenUsage } from "../tokens/usage.js";
import { editHistoryApiManagementRoutes, editHistoryApiRoutes } from "./index.js";

let deps: TestDeps;
let server: TestServer;
let recordEditor: RecordEditor;
let someone: User;
let client: Client;
let manager: Client;
let dataset: Resource<"Dataset">;
let history: string;
let entry: EditStepAnswer;

async function ready(name: string): Promise<Resource<"Dataset">> {
  const parsed = await addDataset(deps, { owner: someone, name });
  const status = { ...parsed.status, observedGeneration: parsed.metadata.generation };
  return await deps.resources.updateStatus("Dataset", { ...parsed, status });
}
const historyOf = ({ metadata }: Resource<"Dataset">): string => `/agatha/datasets/${metadata.name}/extraction`;
const add = async (spec: object, at = history): Promise<EditStepAnswer> =>
  readJson(await client("POST", `${at}/`, { body: { cond: "more than 1", spec } }));

const WARM = { type: "filter", groups: [{ conditions: [{ column: "x", op: "gt", value: 1 }] }] };
const TWICE = { type: "derived", name: "twice", formula: { op: "multiply", left: { column: "x" }, right: { value: 2 } } };

beforeAll(() => {
  recordEditor = createRecordEditor({ idleMs: 60_000 });
});
afterAll(() => recordEditor.close());
beforeEach(async () => {
  deps = testDeps();
  const usage = createTokenUsage(deps);
  const pages = [
    ...datasetRoutes(deps),
    ...editHistoryRoutes(deps, createJoinCopier(deps, stubTableReaderCache())),
    ...editHistoryApiManagementRoutes(deps, usage),
  ];
  server = await startServer(deps, [...pages, ...editHistoryApiRoutes(deps, { recordEditor, usage })]);
  someone = await addUser(deps, "someone");
  dataset = await ready("Oven");
  history = historyOf(dataset);
  client = await server.loggedInAs(someone);
  manager = await server.loggedInAs(await addUser(deps, "boss", { auth: "manager" }));
  entry = await add(WARM);
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

const page = async (of = entry): Promise<EditHistoryApiAnswer> => readJson(await client("GET", `${history}/${of.id}/api/`));
const update = (api_update_list: object[], as = manager): Promise<Response> =>
  as("PATCH", "/agatha/openthirdapi/update_extractions/", { body: { api_update_list } });
const enable = (on = true, of = dataset): Promise<Response> => update([{ dataset_id: of.metadata.name, api_enabled: on }]);
const send = (token: string | null, data: unknown): Promise<Response> =>
  server.anonymous("POST", "/tukey/extapi/", { body: { token, data } });
async function result(token: string | null, data: unknown): Promise<EditedRowsAnswer["data"]> {
  const { link } = await readJson<{ link: string }>(await send(token, data));
  return ((await (await fetch(link)).json()) as EditedRowsAnswer).data;
}

// @contract get-agatha-datasets-id-extraction-extid-api, post-tukey-extapi
test("the API returns the sent rows as the enabled entries edit them", async () => {
  await enable();
  await add(TWICE);
  const { api_token, api_enabled, url, columns, cond_list, result_columns } = await page();
  expect([api_enabled, url.endsWith("/tukey/extapi/"), cond_list]).toEqual([true, true, ["more than 1", "more than 1"]]);
  expect(columns.map(({ name }) => name)).toEqual(["x", "y", "kind", "at"]);
  expect(result_columns.at(-1)).toEqual({ name: "twice", type: "n" });
  const answer = await result(api_token, [{ x: 1 }, { x: "3", kind: "a" }, { x: 2, at: "2024-05-01T08:00:00+08:00" }]);
  expect(answer).toMatchObject({ extraction_id: dataset.metadata.name, status: "success", cond_list, time: "2024-05-01T08:00:00.000Z" });
  expect(answer.data).toEqual([
    { x: 3, y: null, kind: "a", at: null, twice: 6 },
    { x: 2, y: null, kind: null, at: "2024-05-01T00:00:00.000Z", twice: 4 },
  ]);
  await client("PATCH", `${history}/`, { body: { change: "disable" } });
  expect((await result(api_token, { x: 1 })).data).toEqual([{ x: 1, y: null, kind: null, at: null }]);
});

test("many rows are stored in pages and answered as one list", async () => {
  await enable();
  const { api_token } = await page();
  const sent = Array.from({ length: 6000 }, (_, i) => ({ x: i, y: -i, kind: `k${i}` }));
  const { link, id } = await readJson<{ link: string; id: string }>(await send(api_token, sent));
  const { data } = (await (await fetch(link)).json()) as EditedRowsAnswer;
  expect(data.data).toEqual(sent.slice(2).map((row) => ({ ...row, at: null })));
  expect((await deps.documents.collection(COLLECTIONS.editedRows).get(id))?.pages).toBe(2);
  expect((await server.anonymous("GET", `/tukey/extapi/${id}.1/`)).status).toBe(404);
});

// @contract post-agatha-datasets-id-extraction-extid-api, delete-agatha-datasets-id-extraction-extid-api
test("a dataset's edit history has one token; a new one replaces it, and a revoked one is gone", async () => {
  await enable();
  const other = await add(TWICE);
  const [{ api_token: first }, { api_token: same }] = [await page(), await page(other)];
  expect(same).toBe(first);
  const { api_token: second } = await readJson<EditHistoryApiAnswer>(await client("POST", `${history}/${entry.id}/api/`));
  expect(await readError(send(first, { x: 2 }))).toEqual([401, "010601", undefined]);
  expect((await send(second, { x: 2 })).status).toBe(200);
  expect((await client("DELETE", `${history}/${entry.id}/api/`)).status).toBe(204);
  expect(await readError(send(second, { x: 2 }))).toEqual([401, "010601", undefined]);
  expect((await page()).api_token).toBeNull();
});

test("a token stays valid when a new one cannot be shown, because the columns do not fit the history", async () => {
  const { api_token } = await page();
  const histories = deps.documents.collection(COLLECTIONS.editHistories);
  const { id, entries } = (await histories.get(dataset.metadata.uid))!;
  const misfit = { type: "sort" as const, by: [{ column: "nowhere", order: "asc" as const }] };
  const change = async (changed: typeof entries) => histories.replace({ ...(await histories.get(id))!, entries: changed });
  await change(entries.map((each) => ({ ...each, spec: misfit })));
  expect(await readErrorCode(client("POST", `${history}/${entry.id}/api/`))).toEqual([400, "010418"]);
  await change(entries);
  expect((await page()).api_token).toBe(api_token);
});

test("the API counts the use of each token", async () => {
  await enable();
  const { api_token } = await page();
  for (const data of [{ x: 1 }, [{ x: 1 }, { x: 2 }]]) await send(api_token, data);
  expect((await page()).usage).toMatchObject([{ current: true, calls: 2, rows: 3 }]);
});

// @contract get-tukey-extapi-id, get-tukey-extapi-token-id
test("a result is available by its link or with a token of its dataset, for a day", async () => {
  await enable();
  const { api_token } = await page();
  const { id } = await readJson<{ id: string }>(await send(api_token, { x: 2 }));
  const get = (path: string) => server.anonymous("GET", `/tukey/extapi/${path}/`);
  expect((await get(`${api_token}/${id}`)).status).toBe(200);
  expect(await readError(get(`wrong/${id}`))).toEqual([401, "010601", undefined]);
  const mill = await ready("Mill");
  const { id: elsewhere } = await add(TWICE, historyOf(mill));
  const strange = await readJson<EditHistoryApiAnswer>(await client("GET", `${historyOf(mill)}/${elsewhere}/api/`));
  expect(await readError(get(`${strange.api_token}/${id}`))).toEqual([404, "010605", undefined]);
  deps.advance(24 * 3_600_000);
  expect(await readError(get(id))).toEqual([404, "010605", undefined]);
});

test.each<[string, () => Promise<unknown>, [number, string]]>([
  ["it is not enabled", () => enable(false), [403, "010606"]],
  ["the owner is disabled", () => change({ active: false }), [403, "010606"]],
  ["the owner's APIs are disabled", () => change({ contract: { ...someone.contract, apiEnableMode: "disabled" } }), [403, "010606"]],
  [
    "the contract has expired",
    () => change({ contract: { ...someone.contract, type: "SP", dueDate: "2024-04-01T08:00:00Z" } }),
    [403, "010313"],
  ],
  ["the dataset is gone", () => deps.resources.delete("Dataset", dataset.metadata), [401, "010601"]],
])("the API refuses requests if %s", async (_case, happens, expected) => {
  const { api_token } = await page();
  await enable();
  await happens();
  expect(await readError(send(api_token, { x: 2 }))).toEqual([...expected, undefined]);
});
const change = (changes: Partial<User>) => deps.documents.collection(COLLECTIONS.users).put({ ...someone, ...changes });

test.each<[string, unknown, string]>([
  ["no rows", [], "data"],
  ["a cell that is no number", [{ x: 1 }, { x: "hot" }], "data[1].x"],
  ["no column of the dataset", { z: 1 }, "data[0]"],
])("the switch refuses %s", async (_case, data, path) => {
  await enable();
  expect(await readError(send((await page()).api_token, data))).toEqual([400, "010602", path]);
});

test("the API checks for a missing token first", async () => {
  expect(await readError(send(null, []))).toEqual([400, "010602", "token"]);
});

describe("the managers' switch", () => {
  test("only managers enable the APIs of edit histories", async () => {
    expect(await readError(update([{ dataset_id: dataset.metadata.name, api_enabled: true }], client))).toEqual([403, "010302", ""]);
    expect((await page()).api_enabled).toBe(false);
  });

  // @contract get-manage-agatha-extraction-list
  test("the switch lists every dataset with an edit history, and its changes are audited", async () => {
    await ready("Plain");
    await enable();
    const { data } = await readJson<{ data: EditHistoryApiState[] }>(await manager("GET", "/manage_agatha/extraction_list/"));
    expect(data).toEqual([
      expect.objectContaining({ dataset_name: "Oven", dataset_title: "Oven", entries: 1, api_enabled: true, owner_id: someone.id }),
    ]);
    const audited = await deps.documents.collection(COLLECTIONS.audit).find();
    expect(audited.map(({ action }) => action)).toContain("extraction.api.enable");
  });

  // @contract patch-agatha-openthirdapi-update-extractions
  test("enables as many APIs as the contract allows, all of a list or none", async () => {
    await change({ products: { ...someone.products, quality: { enabled: true, enableLimit: 1 } } });
    const mill = await ready("Mill");
    await add(TWICE, historyOf(mill));
    const both = [dataset, mill].map(({ metadata }) => ({ dataset_id: metadata.name, api_enabled: true }));
    expect(await readError(update(both))).toEqual([403, "010603", "api_update_list[0].dataset_id"]);
    expect((await page()).api_enabled).toBe(false);
    expect((await enable()).status).toBe(200);
    expect(await readError(enable(true, mill))).toEqual([403, "010603", "api_update_list[0].dataset_id"]);
    const exchanged = await update([{ ...both[0], api_enabled: false }, { ...both[1] }]);
    expect(exchanged.status).toBe(200);
  });

  test.each([
    [1, false],
    [2, true],
    [-1, true],
  ])("with a limit of %d, the API of a dataset that is restored beside another one answers: %s", async (enableLimit, enabled) => {
    await change({ products: { ...someone.products, quality: { enabled: true, enableLimit } } });
    await enable();
    const place = `/agatha/datasets/${dataset.metadata.name}`;
    expect((await client("DELETE", place)).status).toBe(204);
    const mill = await ready("Mill");
    await add(TWICE, historyOf(mill));
    expect((await enable(true, mill)).status).toBe(200);
    expect((await client("POST", `${place}/restore`)).status).toBe(200);
    expect((await page()).api_enabled).toBe(enabled);
  });

  test.each<[string, () => Promise<object[]>, [number, string, string]]>([
    [
      "a dataset that is not there",
      async () => [{ dataset_id: "gone", api_enabled: true }],
      [404, "010401", "api_update_list[0].dataset_id"],
    ],
    [
      "a dataset without an edit history",
      async () => [{ dataset_id: (await ready("Plain")).metadata.name, api_enabled: true }],
      [404, "010415", "api_update_list[0].dataset_id"],
    ],
    [
      "a dataset that is named twice",
      async () => [true, false].map((api_enabled) => ({ dataset_id: dataset.metadata.name, api_enabled })),
      [400, "010201", "api_update_list[1].dataset_id"],
    ],
  ])("the API refuses %s", async (_case, list, expected) => {
    expect(await readError(update(await list()))).toEqual(expected);
  });
});

describe("a body of many rows", () => {
  const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ x: i % 4, y: 1, kind: "x".repeat(80), note: "y".repeat(80) }));
  const post = (body: object, headers = {}) => server.anonymous("POST", "/tukey/extapi/", { body, headers });

  test("a body of many rows is taken whether the token comes first, last or in the header", async () => {
    await enable();
    const { api_token: token } = await page();
    const data = rows(1000);
    const answers = [await post({ token, data }), await post({ data, token }), await post({ data }, { Authorization: `Bearer ${token}` })];
    for (const answer of answers) {
      const { link } = await readJson<{ link: string }>(answer);
      expect(((await (await fetch(link)).json()) as EditedRowsAnswer).data.data).toHaveLength(500);
    }
  });

  test("a body of many rows is refused for an unknown token at the beginning, and without a token among the first megabyte", async () => {
    expect(await readErrorCode(await post({ token: "unknown", data: rows(20_000) }))).toEqual([401, "010601"]);
    expect((await post({ data: rows(20_000), token: (await page()).api_token })).status).toBe(413);
  });
});
