/** Known results of known files, through the whole product. */
import { readTestData, testDataFolder } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { waitFor } from "../testing/agatha-process.js";

/** `describe` where TEST_DATA names a folder. Elsewhere its tests are reported as skipped. */
const describeWithData: typeof describe = testDataFolder ? describe : describe.skip;

describeWithData("known files", () => {
  const { client } = useAgatha();

  test("the file of concrete in European format has 9 numeric columns", async () => {
    const dataset = await client.uploadDataset("concrete-european-format.csv", readTestData("concrete-european-format.csv"));
    expect(dataset.columns.map((column) => column.type)).toEqual(Array(9).fill("n"));
    expect([dataset.nrow, dataset.delimiter, dataset.decimal]).toEqual([1030, ";", ","]);
    expect(dataset.columns[0]?.stats.max).toBe(540);
    expect(dataset.columns[8]?.stats.min).toBe(2.33);
  });

  test("the data check of machine failures flags UDI and Product ID as id-like, and no measurement", async () => {
    const dataset = await client.uploadDataset("machine-failure-ai4i.csv", readTestData("machine-failure-ai4i.csv"));
    const { check_table } = await client.api.dataCheck(dataset.id);
    expect(check_table.filter((column) => column.flags.idness).map((column) => column.name)).toEqual(["UDI", "Product ID"]);
  });

  test("the data check of horse colic flags the columns with many missing values", async () => {
    const dataset = await client.uploadDataset("horse-colic-missing-values.csv", readTestData("horse-colic-missing-values.csv"));
    const { check_table, na_alert } = await client.api.dataCheck(dataset.id);
    expect(na_alert).toBe(true);
    expect(check_table.filter((column) => column.flags.mass_na).map((column) => column.name)).toEqual([
      "refluxph",
      "centesis",
      "centesisprotein",
    ]);
  });

  test.each([
    ["adult-income-32k.csv", 32561],
    ["beijing-pollution-hourly.csv", 43824],
    // @contract of-more-than-10-000-rows-10, pages-and-samples-have-10-000-rows
  ])("%s has too many rows, so 10,000 are sampled and other samples are offered", async (file, rows) => {
    const dataset = await client.uploadDataset(file, readTestData(file));
    expect([dataset.total_rows, dataset.nrow, dataset.sampling]).toEqual([rows, 10_000, "random"]);
    expect((await client.api.rows(dataset.id, { limit: 1, sampling: "raw" }))?.total).toBe(rows);
    await client.api.updateDataset(dataset.id, { sampling: "tail" });
    // The dataset does not change until the operator has seen the request.
    const tail = await waitFor("the last rows to be in use", async () => {
      const changed = await client.dataset(dataset.id);
      return changed.sampling === "tail" && changed.status === "evaluating_finish" && changed;
    });
    expect([tail.nrow, tail.sampling]).toEqual([10_000, "tail"]);
  });
});
