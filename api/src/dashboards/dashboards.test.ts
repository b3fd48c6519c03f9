import { type Chart, COLLECTIONS, ERRORS, type Resource } from "@agatha/contracts";
import type { DashboardAnswer } from "@agatha/contracts/wire";
import { addUser, type Client, readJson, startServer, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { addDataset } from "../testing/models.js";
import { dashboardRoutes } from "./index.js";

let deps: TestDeps;
let server: TestServer;
let client: Client;
let dataset: Resource<"Dataset">;
let address: string;

beforeEach(async () => {
  deps = testDeps();
  server = await startServer(deps, dashboardRoutes(deps));
  const owner = await addUser(deps, "amber");
  client = await server.loggedInAs(owner);
  dataset = await addDataset(deps, { owner });
  address = `/agatha/datasets/${dataset.metadata.name}/dashboard`;
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

const box: Chart = { id: "a", title: "Speed by shift", kind: "box", y: "speed", by: "shift" };
const pairs: Chart = { id: "b", title: "", kind: "scatter", x: "speed", y: "yield" };
const put = (version: number, charts: object[]) => client("PUT", address, { body: { version, charts } });
const saved = async (version: number, charts: object[]) => await readJson<DashboardAnswer>(put(version, charts));

// @contract get-agatha-datasets-id-dashboard
test("a dataset without saved charts has an empty dashboard", async () => {
  expect(await readJson(client("GET", address))).toEqual({ version: 0, charts: [] });
});

// @contract put-agatha-datasets-id-dashboard
test("charts are added, arranged, named and deleted, and keep who added them", async () => {
  const first = await saved(0, [box]);
  expect(first).toEqual({ version: 1, charts: [{ ...box, owner: "amber", created_at: expect.any(String) }] });
  deps.advance(60_000);
  const manager = await server.loggedInAs(await addUser(deps, "manager", { auth: "manager" }));
  const second = await readJson<DashboardAnswer>(
    manager("PUT", address, { body: { version: 1, charts: [pairs, { ...box, title: "Shifts" }] } }),
  );
  expect(second.charts.map(({ id, title, owner }) => [id, title, owner])).toEqual([
    ["b", "", "manager"],
    ["a", "Shifts", "amber"],
  ]);
  expect(await deps.documents.collection(COLLECTIONS.audit).find()).toMatchObject([
    { action: "dashboard.change", target: dataset.metadata.name },
  ]);
  expect(second.charts[1]?.created_at).toBe(first.charts[0]?.created_at);
  expect(await saved(2, [])).toEqual({ version: 3, charts: [] });
  expect(await readJson(client("GET", address))).toEqual({ version: 3, charts: [] });
});

test.each([
  ["somebody else has made one", 0],
  ["somebody else has changed it", 7],
])("a dashboard is not overwritten where %s", async (_what, version) => {
  await saved(0, [box]);
  const answer = await put(version, [pairs]);
  expect([answer.status, await answer.json()]).toEqual([409, expect.objectContaining({ tukey_error: ERRORS.dataChanged })]);
  expect((await readJson<DashboardAnswer>(client("GET", address))).charts.map(({ id }) => id)).toEqual(["a"]);
});

test.each<[string, object[], string]>([
  ["two charts with one id", [box, { ...pairs, id: "a" }], "charts"],
  ["an unknown kind of chart", [{ ...box, kind: "pie" }], "charts[0].kind"],
  ["more than fifty charts", Array.from({ length: 51 }, (_, i) => ({ ...box, id: `c${i}` })), "charts"],
])("a dashboard with %s is refused", async (_what, charts, path) => {
  const answer = await put(0, charts);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ tukey_error: "010201", detail: [{ path }] });
});
