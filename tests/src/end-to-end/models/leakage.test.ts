/** Columns that leak the target are reported before any training. */
import type { LeakageQuery } from "@agatha/contracts/client";
import { readTestData, testDataFolder } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";

describe("leaks of a target", () => {
  const { client } = useAgatha();

  async function leaks(datasetId: string, response: string, model_type: LeakageQuery["model_type"]): Promise<Record<string, string>> {
    const found = await client.api.leakage(datasetId, { response, model_type });
    return Object.fromEntries(found!.data.map(({ column, code }) => [column, code]));
  }

  // @contract get-agatha-datasets-id-leakage
  (testDataFolder === undefined ? test.skip : test)(
    "a target of machine failures is leaked by the kinds of failure, and by nothing else",
    async () => {
      const { id } = await client.uploadDataset("machines.csv", readTestData("machine-failure-ai4i.csv"), { name: "Machines" });
      const values = { TWF: "leakage", HDF: "leakage", PWF: "leakage", OSF: "leakage" };
      expect(await leaks(id, "Machine failure", "CLASSIFICATION")).toEqual({ ...values, RNF: "among_leaks" });
    },
  );

  test("a numeric target is leaked by the same values in another unit", async () => {
    const rows = Array.from({ length: 100 }, (_, i) => `${i * 1.5},${(i * 1.5 * 9) / 5 + 32},${(i * 37) % 11}`);
    const { id } = await client.uploadDataset("heat.csv", ["celsius,fahrenheit,noise", ...rows].join("\n"), { name: "Heat" });
    expect(await leaks(id, "celsius", "REGRESSION")).toEqual({ fahrenheit: "leakage" });
  });
});
