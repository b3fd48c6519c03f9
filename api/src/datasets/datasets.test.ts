import { COLLECTIONS, type DatasetPhase, type Resource, type User } from "@agatha/contracts";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { createDatasetFixture, type DatasetFixture } from "../testing/dataset-fixture.js";
import { addUser, type Client, readJson, type TestDeps, type TestServer } from "../testing/deps.js";
import { addDataset } from "../testing/models.js";

let fixture: DatasetFixture;
let deps: TestDeps;
let server: TestServer;
let someone: User;
let client: Client;
let dataset: Resource<"Dataset">;
let path: string;
let spec: DatasetFixture["spec"];
let setStatus: DatasetFixture["setStatus"];

beforeEach(async () => {
  fixture = await createDatasetFixture();
  ({ deps, server, someone, client, dataset, path, spec, setStatus } = fixture);
});
afterEach(() => fixture.close());

const get = async (): Promise<DatasetAnswer> => readJson(await client("GET", path));

describe("a dataset", () => {
  // @contract get-agatha-datasets-id
  test("a dataset's answer describes it with its columns", async () => {
    expect(await get()).toMatchObject({
      id: dataset.metadata.name,
      name: "Oven",
      owner: someone.id,
      owner_name: "someone",
      product_type: "quality",
      file_name: "oven.csv",
      nrow: 100,
      total_rows: 100,
      column_count: 4,
      encoding: "utf-8",
      sampling: "raw",
      sampling_chosen: null,
      status: "evaluating_finish",
      progress: 1,
      reason: null,
      na_alert: false,
      columns: [{ name: "x" }, { name: "y" }, { name: "kind" }, { name: "at" }],
    });
  });

  test("a dataset has the digest of its present table, and none while the table is made anew", async () => {
    expect((await get()).table_sha256).toBe(dataset.status!.table!.sha256);
    await setStatus({ fingerprint: "of-other-options" });
    expect((await get()).table_sha256).toBeNull();
  });

  test("each column states whether it can mark known anomalies", async () => {
    const tables = deps.documents.collection(COLLECTIONS.tables);
    const found = (await tables.get(dataset.status?.table?.document ?? ""))!;
    const counted = (missing: number, count: number) => ({ missing, unique: 1, top: [{ value: "odd", count }] });
    const marks = [counted(95, 5), counted(96, 4), counted(4, 96), counted(95, 5)];
    const columns = found.table.columns.map((column, i) => ({
      ...column,
      type: i === 3 ? ("n" as const) : ("s" as const),
      stats: { ...column.stats, ...marks[i] },
    }));
    await tables.replace({ ...found, table: { ...found.table, columns } });
    expect((await get()).columns.map(({ semilabel }) => semilabel)).toEqual([true, false, false, false]);
  });

  test.each<[DatasetPhase, number]>([
    ["preprocess", 0.35],
    ["evaluating", 0.85],
    ["preprocess_fail", 0],
    // @contract a-dataset-goes-through-the-upload-states
  ])("a dataset in phase %s has progress %d", async (phase, progress) => {
    await deps.documents
      .collection(COLLECTIONS.progress)
      .put({ id: "task1", fraction: 0.5, step: "read", updatedAt: "2024-05-01T08:00:00Z" });
    await setStatus({ phase, task: "task1" });
    expect((await get()).progress).toBeCloseTo(progress);
  });

  test("a dataset that the operator has not seen has no progress and no size", async () => {
    const fresh = await addDataset(deps, { owner: someone, name: "Fresh", ready: false });
    const answer = await readJson<DatasetAnswer>(await client("GET", `/agatha/datasets/${fresh.metadata.name}`));
    expect(answer).toMatchObject({ status: "init", progress: 0, nrow: null, sampling: null, columns: [], encoding: null });
  });

  test("a failed dataset states its reason", async () => {
    await setStatus({ phase: "preprocess_fail", reason: "010407", message: "line 3 is too long" });
    expect(await get()).toMatchObject({ status: "preprocess_fail", reason: "010407", message: "line 3 is too long" });
  });

  test("another user's dataset is not found in any call, like a missing one", async () => {
    const other = await server.loggedInAs(await addUser(deps, "other"));
    const calls: [string, string, unknown?][] = [
      ["GET", ""],
      ["PATCH", "", { name: "Mine" }],
      ["DELETE", ""],
      ["GET", "/rows"],
      ["GET", "/data_check"],
    ];
    for (const [method, suffix, body] of calls) {
      const foreign = await other(method, path + suffix, { body });
      const missing = await other(method, `/agatha/datasets/d00000000000000000000${suffix}`, { body });
      expect([method, suffix, foreign.status, await foreign.text()]).toEqual([method, suffix, 404, await missing.text()]);
    }
    expect((await spec())?.displayName).toBe("Oven");
  });

  test("managers see and change any dataset, and are audited", async () => {
    const boss = await addUser(deps, "boss", { auth: "manager" });
    const manager = await server.loggedInAs(boss);
    expect(await readJson<DatasetAnswer>(await manager("GET", path))).toMatchObject({ name: "Oven", owner_name: "someone" });
    expect((await manager("PATCH", path, { body: { name: "Kiln" } })).status).toBe(200);
    expect((await manager("PATCH", path, { body: { name: "Kiln" } })).status).toBe(200);
    expect((await manager("DELETE", path)).status).toBe(204);
    const records = await deps.documents.collection(COLLECTIONS.audit).find({ where: { userId: boss.id } });
    expect(records.map(({ action, target }) => [action, target]).sort()).toEqual([
      ["dataset.change", dataset.metadata.name],
      ["dataset.delete", dataset.metadata.name],
    ]);
  });

  // @contract delete-agatha-datasets-id
  test("a deleted dataset is not found, and its name is free", async () => {
    expect((await client("DELETE", path)).status).toBe(204);
    expect((await client("GET", path)).status).toBe(404);
    expect((await client("DELETE", path)).status).toBe(404);
    const another = await addDataset(deps, { owner: someone, name: "Press" });
    expect((await client("PATCH", `/agatha/datasets/${another.metadata.name}`, { body: { name: "Oven" } })).status).toBe(200);
  });
});

describe("the list of datasets", () => {
  beforeEach(async () => {
    await addDataset(deps, { owner: someone, name: "Press", productType: "occ" });
    await addDataset(deps, { owner: await addUser(deps, "other"), name: "Foreign", productType: "occ" });
  });

  const names = async (asking: Client, query = ""): Promise<string[]> => {
    const { data } = await readJson<{ data: DatasetAnswer[] }>(await asking("GET", `/agatha/datasets/${query}`));
    return data.map((each) => each.name).sort();
  };

  test("users list their own datasets, by product", async () => {
    expect(await names(client)).toEqual(["Oven", "Press"]);
    expect(await names(client, "?product_type=occ")).toEqual(["Press"]);
    expect(await names(client, "?product_type=all")).toEqual(["Oven", "Press"]);
    expect((await client("GET", "/agatha/datasets?product_type=magic")).status).toBe(400);
  });

  // @contract get-agatha-datasets
  test("managers list all datasets, by owner", async () => {
    const manager = await server.loggedInAs(await addUser(deps, "boss", { auth: "manager" }));
    expect(await names(manager)).toEqual(["Foreign", "Oven", "Press"]);
    expect(await names(manager, `?owner=${someone.id}`)).toEqual(["Oven", "Press"]);
  });

  // @contract get-rest-datasets
  test("the list is also served in the form of the console's lists", async () => {
    const answer = await client("GET", `/rest/datasets?${new URLSearchParams({ filter: '{"q":"press"}' })}`);
    expect(answer.headers.get("Content-Range")).toBe("datasets 0-0/1");
    expect((await readJson<DatasetAnswer[]>(answer)).map((each) => each.name)).toEqual(["Press"]);
  });
});
