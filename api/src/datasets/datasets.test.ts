import { COLLECTIONS, type DatasetPhase, type DatasetStatus, type Resource, type User } from "@agatha/contracts";
import type { DatasetAnswer, ErrorBody } from "@agatha/contracts/wire";
import { addUser, bodyOf, type Client, startServer, type TestDeps, type TestServer, testDeps } from "../test-deps.js";
import { addDataset } from "../test-models.js";
import { datasetRoutes } from "./index.js";
import { testReaders } from "./test-readers.js";

let deps: TestDeps;
let server: TestServer;
let someone: User;
let client: Client;
let dataset: Resource<"Dataset">;
let path: string;

beforeEach(async () => {
  deps = testDeps();
  server = await startServer(deps, datasetRoutes(deps, testReaders()));
  someone = await addUser(deps, "someone");
  client = await server.as(someone);
  dataset = await ready(await addDataset(deps, { owner: someone, name: "Oven" }));
  path = `/agatha/datasets/${dataset.metadata.name}`;
});

afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

/** The operator's part. */
async function setStatus(name: string, status: DatasetStatus): Promise<Resource<"Dataset">> {
  const present = (await deps.resources.get("Dataset", name))!;
  const observedGeneration = present.metadata.generation;
  return deps.resources.updateStatus("Dataset", { ...present, status: { ...present.status, observedGeneration, ...status } });
}

const ready = (made: Resource<"Dataset">): Promise<Resource<"Dataset">> =>
  setStatus(made.metadata.name, { fingerprint: "f", nrow: 100, totalRows: 100, columnCount: 4 });

const spec = async () => (await deps.resources.get("Dataset", dataset.metadata.name))?.spec;
const get = async (): Promise<DatasetAnswer> => bodyOf(await client("GET", path));

describe("a dataset", () => {
  test("tells what it is, with its columns", async () => {
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
      status: "evaluating_finish",
      progress: 1,
      reason: null,
      na_alert: false,
      columns: [{ name: "x" }, { name: "y" }, { name: "kind" }, { name: "at" }],
    });
  });

  test.each<[DatasetPhase, number]>([
    ["preprocess", 0.35],
    ["evaluating", 0.85],
    ["preprocess_fail", 0],
  ])("in phase %s tells its progress %d", async (phase, progress) => {
    await deps.documents
      .collection(COLLECTIONS.progress)
      .put({ id: "task1", fraction: 0.5, step: "read", updatedAt: "2024-05-01T08:00:00Z" });
    await setStatus(dataset.metadata.name, { phase, task: "task1" });
    expect((await get()).progress).toBeCloseTo(progress);
  });

  test("that nobody has worked on yet is at the beginning, and unknown in size", async () => {
    const fresh = await addDataset(deps, { owner: someone, name: "Fresh", ready: false });
    const answer = await bodyOf<DatasetAnswer>(await client("GET", `/agatha/datasets/${fresh.metadata.name}`));
    expect(answer).toMatchObject({ status: "init", progress: 0, nrow: null, sampling: null, columns: [], encoding: null });
  });

  test("that failed says why", async () => {
    await setStatus(dataset.metadata.name, { phase: "preprocess_fail", reason: "010407", message: "line 3 is too long" });
    expect(await get()).toMatchObject({ status: "preprocess_fail", reason: "010407", message: "line 3 is too long" });
  });

  test("is not there for others, in any call, as one that never was", async () => {
    const other = await server.as(await addUser(deps, "other"));
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

  test("is seen and changed by managers, of which a record is kept", async () => {
    const boss = await addUser(deps, "boss", { auth: "manager" });
    const manager = await server.as(boss);
    expect(await bodyOf<DatasetAnswer>(await manager("GET", path))).toMatchObject({ name: "Oven", owner_name: "someone" });
    expect((await manager("PATCH", path, { body: { name: "Kiln" } })).status).toBe(200);
    expect((await manager("PATCH", path, { body: { name: "Kiln" } })).status).toBe(200);
    expect((await manager("DELETE", path)).status).toBe(204);
    const records = await deps.documents.collection(COLLECTIONS.audit).find({ where: { userId: boss.id } });
    expect(records.map(({ action, target }) => [action, target]).sort()).toEqual([
      ["dataset.change", dataset.metadata.name],
      ["dataset.delete", dataset.metadata.name],
    ]);
  });

  test("that is being deleted is not there any more, and its name is free", async () => {
    expect((await client("DELETE", path)).status).toBe(204);
    expect((await deps.resources.get("Dataset", dataset.metadata.name))?.metadata.deletionTimestamp).toBeDefined();
    expect((await client("GET", path)).status).toBe(404);
    expect((await client("DELETE", path)).status).toBe(404);
    const another = await addDataset(deps, { owner: someone, name: "Press" });
    expect((await client("PATCH", `/agatha/datasets/${another.metadata.name}`, { body: { name: "Oven" } })).status).toBe(200);
  });
});

describe("the list", () => {
  beforeEach(async () => {
    await addDataset(deps, { owner: someone, name: "Press", productType: "occ" });
    await addDataset(deps, { owner: await addUser(deps, "other"), name: "Foreign", productType: "occ" });
  });

  const names = async (asking: Client, query = ""): Promise<string[]> => {
    const { data } = await bodyOf<{ data: DatasetAnswer[] }>(await asking("GET", `/agatha/datasets/${query}`));
    return data.map((each) => each.name).sort();
  };

  test("has one's own, by product", async () => {
    expect(await names(client)).toEqual(["Oven", "Press"]);
    expect(await names(client, "?product_type=occ")).toEqual(["Press"]);
    expect(await names(client, "?product_type=all")).toEqual(["Oven", "Press"]);
    expect((await client("GET", "/agatha/datasets?product_type=magic")).status).toBe(400);
  });

  test("has everybody's for managers, by owner", async () => {
    const manager = await server.as(await addUser(deps, "boss", { auth: "manager" }));
    expect(await names(manager)).toEqual(["Foreign", "Oven", "Press"]);
    expect(await names(manager, `?owner=${someone.id}`)).toEqual(["Oven", "Press"]);
  });

  test("is to be had in the dialect of the console's lists", async () => {
    const answer = await client("GET", `/rest/datasets?${new URLSearchParams({ filter: '{"q":"press"}' })}`);
    expect(answer.headers.get("Content-Range")).toBe("datasets 0-0/1");
    expect((await bodyOf<DatasetAnswer[]>(answer)).map((each) => each.name)).toEqual(["Press"]);
  });
});

describe("a change", () => {
  const patch = (body: unknown): Promise<Response> => client("PATCH", path, { body });

  test("of the name shows at once, and leaves everything else", async () => {
    const before = await spec();
    deps.advance(60_000);
    const answer = await bodyOf<DatasetAnswer>(await patch({ name: " Kiln " }));
    expect([answer.name, answer.updated_at]).toEqual(["Kiln", "2024-05-01T08:01:00.000Z"]);
    expect(await spec()).toEqual({ ...before, displayName: "Kiln" });
    expect(await deps.documents.collection(COLLECTIONS.uploads).count()).toBe(0);
  });

  test("of how the file is read goes into the spec", async () => {
    await patch({ encoding: "big5", delimiter: ";", decimal: ",", timezone: "Asia/Tokyo", sampling: "tail" });
    expect(await spec()).toMatchObject({
      source: { encoding: "big5", delimiter: ";", decimal: "," },
      timezone: "Asia/Tokyo",
      sampling: "tail",
    });
  });

  test("of columns keeps what is not named, and drops what is no change", async () => {
    await patch({
      columns: [
        { name: "x", type: "s" },
        { name: "y", label: "Yield" },
      ],
    });
    await patch({
      columns: [
        { name: "x", hidden: true },
        { name: "kind", type: "s", label: "kind", hidden: false },
      ],
    });
    expect((await spec())?.columns).toEqual([
      { name: "x", type: "s", hidden: true },
      { name: "y", label: "Yield" },
    ]);
  });

  test.each([
    ["a taken name", { name: "Press" }, 409, "010402", "name"],
    ["an illegal name", { name: "A B" }, 400, "010201", "name"],
    ["an unknown column", { columns: [{ name: "z", type: "n" }] }, 400, "010405", "columns[0].name"],
    ["an unknown time zone", { timezone: "Nowhere" }, 400, "010201", "timezone"],
    ["a delimiter of two characters", { delimiter: "||" }, 400, "010201", "delimiter"],
  ])("to %s is refused", async (_case, body, status, code, at) => {
    await addDataset(deps, { owner: someone, name: "Press" });
    const before = await spec();
    const answer = await patch(body);
    const { tukey_error, detail } = await bodyOf<ErrorBody>(answer);
    expect([answer.status, tukey_error, detail?.[0]?.path]).toEqual([status, code, at]);
    expect(await spec()).toEqual(before);
  });

  test("to its own name is none", async () => {
    expect((await patch({ name: "Oven" })).status).toBe(200);
  });

  test("goes through although the operator writes at the same time", async () => {
    const { update } = deps.resources;
    let writes = 0;
    deps.resources.update = async (kind, resource) => {
      if (writes++ === 0) await setStatus(dataset.metadata.name, { phase: "evaluating" });
      return update(kind, resource);
    };
    expect((await patch({ name: "Kiln" })).status).toBe(200);
    expect(writes).toBe(2);
  });

  test("by the console's whole record is what was edited in it", async () => {
    const record = await bodyOf<DatasetAnswer>(await client("GET", `/rest/datasets/${dataset.metadata.name}`));
    const columns = record.columns.map((column) => (column.name === "y" ? { ...column, type: "s" } : column));
    const answer = await client("PUT", `/rest/datasets/${dataset.metadata.name}`, { body: { ...record, name: "Kiln", columns } });
    expect([answer.status, (await bodyOf<DatasetAnswer>(answer)).name]).toEqual([200, "Kiln"]);
    expect(await spec()).toMatchObject({ displayName: "Kiln", columns: [{ name: "y", type: "s" }] });
  });
});

describe("the data check", () => {
  const check = async (): Promise<[number, unknown]> => {
    const answer = await client("GET", `${path}/data_check/`);
    return [answer.status, await answer.json()];
  };

  test("is there once all columns are checked", async () => {
    const [status, body] = await check();
    expect([status, body]).toMatchObject([
      200,
      { status: "success", na_alert: false, check_table: [{ name: "x", quality: 1 }, {}, {}, {}] },
    ]);
  });

  test.each<[string, DatasetStatus]>([
    ["while the columns are being checked", { phase: "evaluating" }],
    ["while a change was not yet seen", { observedGeneration: 0 }],
  ])("is empty %s", async (_case, status) => {
    await setStatus(dataset.metadata.name, status);
    expect(await check()).toEqual([200, { status: "init", check_table: [], na_alert: false }]);
  });

  test("of a file that could not be read tells why", async () => {
    await setStatus(dataset.metadata.name, { phase: "preprocess_fail", reason: "010407", message: "line 3 is too long" });
    expect(await check()).toMatchObject([400, { tukey_error: "010407", detail: [{ message: "line 3 is too long" }] }]);
  });
});

describe("rows", () => {
  const rows = (query = ""): Promise<Response> => client("GET", `${path}/rows/${query}`);

  test("come in the file's order, with names and bounds", async () => {
    const answer = await rows("?start=2&limit=3&sampling=raw");
    expect(answer.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    expect(await answer.json()).toEqual({
      data: [
        [2, "row 2"],
        [3, "row 3"],
        [4, "row 4"],
      ],
      columns: ["x", "y"],
      start: 2,
      limit: 3,
      total: 100_000,
    });
  });

  test("are at most 10,000, which is also what comes unasked", async () => {
    const { data, limit } = await bodyOf<{ data: unknown[][]; limit: number }>(await rows());
    expect([data.length, data.at(-1), limit]).toEqual([10_000, [9999, "row 9999"], 10_000]);
    expect((await rows("?limit=10001")).status).toBe(400);
  });

  test("beyond the end are none", async () => {
    expect(await (await rows("?start=100000")).json()).toMatchObject({ data: [], columns: ["x", "y"], total: 100_000 });
  });

  test.each<[string, DatasetStatus]>([
    ["before anything was parsed", { phase: "preprocess", table: undefined }],
    ["while the file is parsed anew", { phase: "preprocess", fingerprint: "g" }],
    ["while a change was not yet seen", { observedGeneration: 0 }],
  ])("are to be asked for again %s", async (_case, status) => {
    await setStatus(dataset.metadata.name, status);
    const answer = await rows();
    expect([answer.status, await answer.json()]).toEqual([202, {}]);
  });

  test("of a file that could not be read are told why", async () => {
    await setStatus(dataset.metadata.name, { phase: "preprocess_fail", reason: "OutOfMemory", message: "the file is too large" });
    expect(await (await rows()).json()).toMatchObject({ tukey_error: "010414", detail: [{ message: "the file is too large" }] });
  });

  test("of a table that is broken from the start are an error", async () => {
    await setStatus(dataset.metadata.name, { table: { key: "tables/broken", sha256: "0".repeat(64), document: "t", fingerprint: "f" } });
    const answer = await rows();
    expect([answer.status, (await bodyOf<ErrorBody>(answer)).tukey_error]).toEqual([500, "010101"]);
  });

  test("of a table that is broken further on end as a broken answer, not a short one", async () => {
    await setStatus(dataset.metadata.name, {
      table: { key: "tables/torn", sha256: "0".repeat(64), document: "t", fingerprint: "f" },
      columnCount: 1000,
    });
    const answer = await rows();
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });
});
