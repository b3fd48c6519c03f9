import { COLLECTIONS, type Resource, type User } from "@agatha/contracts";
import type { DatasetAnswer, ErrorBody } from "@agatha/contracts/wire";
import { createDatasetFixture, type DatasetFixture } from "../testing/dataset-fixture.js";
import { type Client, readJson, type TestDeps } from "../testing/deps.js";
import { addDataset } from "../testing/models.js";

let fixture: DatasetFixture;
let deps: TestDeps;
let someone: User;
let client: Client;
let dataset: Resource<"Dataset">;
let path: string;
let spec: DatasetFixture["spec"];
let setStatus: DatasetFixture["setStatus"];

beforeEach(async () => {
  fixture = await createDatasetFixture();
  ({ deps, someone, client, dataset, path, spec, setStatus } = fixture);
});
afterEach(() => fixture.close());

describe("changing a dataset", () => {
  const patch = (body: unknown): Promise<Response> => client("PATCH", path, { body });

  // @contract patch-agatha-datasets-id
  test("a new name applies at once and changes nothing else", async () => {
    const before = await spec();
    deps.advance(60_000);
    const answer = await readJson<DatasetAnswer>(await patch({ name: " Kiln " }));
    expect([answer.name, answer.updated_at]).toEqual(["Kiln", "2024-05-01T08:01:00.000Z"]);
    expect(await spec()).toEqual({ ...before, displayName: "Kiln" });
    expect(await deps.documents.collection(COLLECTIONS.nameReservations).count()).toBe(0);
  });

  // @contract ready-means-ready
  test.each([
    ["columns", { columns: [{ name: "x", type: "s" }] }],
    ["sampling", { sampling: "tail" }],
  ])("a dataset with changed %s is not ready from the answer on, although the operator has not seen the change", async (_what, body) => {
    const changed = await readJson<DatasetAnswer>(await patch(body));
    expect([changed.status, changed.reason]).toEqual(["preprocess", null]);
    expect((await readJson<DatasetAnswer>(await client("GET", path))).status).toBe("preprocess");
    expect((await client("GET", `${path}/rows`)).status).toBe(202);
    await setStatus({});
    expect((await readJson<DatasetAnswer>(await client("GET", path))).status).toBe("evaluating_finish");
  });

  // @contract ready-means-ready
  test("a dataset with a new name stays ready, although the operator has not seen the change", async () => {
    expect((await readJson<DatasetAnswer>(await patch({ name: "Kiln" }))).status).toBe("evaluating_finish");
    expect((await client("GET", `${path}/rows`)).status).toBe(200);
  });

  test("changed parsing options go into the spec", async () => {
    await patch({ encoding: "big5", delimiter: ";", decimal: ",", skip_rows: 2, timezone: "Asia/Tokyo", sampling: "tail" });
    expect(await spec()).toMatchObject({
      source: { encoding: "big5", delimiter: ";", decimal: ",", skipRows: 2 },
      timezone: "Asia/Tokyo",
      sampling: "tail",
    });
  });

  test("changed columns leave other columns as they are, and unchanged values are dropped", async () => {
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
    ["hidden", { hidden: true }, { hidden: false }],
    ["type", { type: "s" }, { type: "n" }],
    ["label", { label: "Heat" }, { label: "x" }],
  ])("a change of a column's %s is taken back before the table is read anew", async (_field, change, back) => {
    await patch({ columns: [{ name: "x", ...change }] });
    expect((await patch({ columns: [{ name: "x", ...back }] })).status).toBe(200);
    expect((await spec())?.columns).toEqual([{ name: "x", ...back }]);
  });

  test("a column's label, and that it is hidden, are told before the table is read anew, and sending them back changes nothing", async () => {
    const { columns } = await readJson<DatasetAnswer>(await patch({ columns: [{ name: "x", label: "Heat", hidden: true }] }));
    expect(columns.find(({ name }) => name === "x")).toMatchObject({ label: "Heat", hidden: true });
    const before = await spec();
    await patch({ columns });
    expect(await spec()).toEqual(before);
  });

  test.each([
    ["a taken name", { name: "Press" }, 409, "010402", "name"],
    ["an illegal name", { name: "A B" }, 400, "010412", "name"],
    ["an unknown column", { columns: [{ name: "z", type: "n" }] }, 400, "010405", "columns[0].name"],
    ["an unknown time zone", { timezone: "Nowhere" }, 400, "010201", "timezone"],
    ["a delimiter of two characters", { delimiter: "||" }, 400, "010201", "delimiter"],
  ])("a change to %s is refused", async (_case, body, status, code, at) => {
    await addDataset(deps, { owner: someone, name: "Press" });
    const before = await spec();
    const answer = await patch(body);
    const { tukey_error, detail } = await readJson<ErrorBody>(answer);
    expect([answer.status, tukey_error, detail?.[0]?.path]).toEqual([status, code, at]);
    expect(await spec()).toEqual(before);
  });

  test("a change to its own name is not a change", async () => {
    expect((await patch({ name: "Oven" })).status).toBe(200);
  });

  test("a change succeeds despite a concurrent write of the operator", async () => {
    const { update } = deps.resources;
    let writes = 0;
    deps.resources.update = async (kind, resource) => {
      if (writes++ === 0) await setStatus({ phase: "evaluating" });
      return update(kind, resource);
    };
    expect((await patch({ name: "Kiln" })).status).toBe(200);
    expect(writes).toBe(2);
  });

  test("the console's whole record changes only what was edited in it", async () => {
    const record = await readJson<DatasetAnswer>(await client("GET", `/rest/datasets/${dataset.metadata.name}`));
    const columns = record.columns.map((column) => (column.name === "y" ? { ...column, type: "s" } : column));
    const answer = await client("PUT", `/rest/datasets/${dataset.metadata.name}`, { body: { ...record, name: "Kiln", columns } });
    expect([answer.status, (await readJson<DatasetAnswer>(answer)).name]).toEqual([200, "Kiln"]);
    expect(await spec()).toMatchObject({ displayName: "Kiln", columns: [{ name: "y", type: "s" }] });
  });
});
