import { renameSync } from "node:fs";
import { join } from "node:path";
import { useAgatha } from "../testing/agatha-fixture.js";

const CSV = ["a,b,grade", ...Array.from({ length: 300 }, (_, i) => `${i},${(i * 7) % 11},${i % 2}`)].join("\n");

describe("a dataset whose columns are changed", () => {
  const { client, data } = useAgatha();

  // @contract ready-means-ready
  test("the dataset is not ready until it is read anew, and a model made in between learns from the new table", async () => {
    const { id } = await client.uploadDataset("Grades.csv", CSV);
    const at = `agatha/datasets/${id}/`;
    const changed = await client.json<{ status: string }>("PATCH", at, { columns: [{ name: "grade", type: "s" }] });
    expect([changed.status, changed.body.status]).toEqual([200, "preprocess"]);
    const layers = [{ nodes: [{ algorithm: "GLM" }] }];
    const model = await client.train(id, { name: "Grade", model_type: "CLASSIFICATION", response: "grade", layers });
    expect([model.status, model.message]).toEqual(["success", null]);
    const dataset = await client.waitForDataset(id, "evaluating_finish");
    expect(dataset.columns.find(({ name }) => name === "grade")?.type).toBe("s");
  });

  test("a table that is read anew with the same rows has the digest that the record of a training has", async () => {
    const { id } = await client.uploadDataset("Labelled.csv", CSV);
    const before = await client.waitForDataset(id, "evaluating_finish");
    const patch = {
      columns: [
        { name: "b", label: "First" },
        { name: "a", hidden: true },
      ],
    };
    expect((await client.json("PATCH", `agatha/datasets/${id}/`, patch)).status).toBe(200);
    const { table_sha256, columns } = await client.waitForDataset(id, "evaluating_finish");
    expect(columns.find(({ name }) => name === "b")?.label).toBe("First");
    expect(table_sha256).toBe(before.table_sha256);
    const layers = [{ nodes: [{ algorithm: "GLM" }] }];
    const model = await client.train(id, { name: "First", model_type: "REGRESSION", response: "grade", layers });
    expect([model.status, model.message]).toEqual(["success", null]);
    const { body } = await client.json<{ record: { table_sha256: string } }>("GET", `agatha/datasets/${id}/models/${model.id}/info/`);
    expect(body.record.table_sha256).toBe(table_sha256);
  });

  test("a dataset whose file is gone from the object store says so after one attempt, and is read once the file is back", async () => {
    const { id } = await client.uploadDataset("Gone.csv", CSV);
    const at = `agatha/datasets/${id}/`;
    const uploads = join(data(), "objects/objects/uploads");
    renameSync(uploads, join(data(), "elsewhere"));
    await client.json("PATCH", at, { columns: [{ name: "grade", type: "s" }] });
    const { reason, fault } = await client.waitForDataset(id, "preprocess_fail");
    expect([reason, fault]).toEqual(["010419", { name: "missingFile", values: { object: expect.stringMatching(/^uploads\//) } }]);
    renameSync(join(data(), "elsewhere"), uploads);
    expect((await client.json("PATCH", at, { columns: [{ name: "a", type: "s" }] })).status).toBe(200);
    await client.waitForDataset(id, "evaluating_finish");
  });
});
