import { InvalidInput, MAX_INLINE_CHARACTERS, type NewResource, type Resource } from "@agatha/contracts";
import { newDataset, newModel, renamed } from "./samples.js";
import type { StoreFixture } from "./store-fixture.js";

/** Tests of rejected writes. */
export function describeValidation(given: StoreFixture): void {
  describe("schema violations are rejected with their path", () => {
    const spec = newDataset("d").spec;
    test.each<[string, NewResource<"Dataset">, string]>([
      ["a value outside of an enumeration", { ...newDataset("d"), spec: { ...spec, productType: "toys" as "occ" } }, "spec.productType"],
      ["a missing field", { ...newDataset("d"), spec: { ...spec, owner: undefined as unknown as string } }, "spec.owner"],
      [
        "a value within an array",
        { ...newDataset("d"), spec: { ...spec, columns: [{ name: "a" }, { name: "" }] } },
        "spec.columns[1].name",
      ],
      [
        "a path with parent folders",
        { ...newDataset("d"), spec: { ...spec, source: { ...spec.source, key: "a/../b" } } },
        "spec.source.key",
      ],
      ["a name that is not a DNS label", newDataset("A_b"), "metadata.name"],
      ["a label's value", newDataset("d", { labels: { a: "with space" } }), "metadata.labels.a"],
      ["a finalizer without a domain", newDataset("d", { finalizers: ["cleanup"] }), "metadata.finalizers[0]"],
    ])("the store rejects %s, with its path", async (_case, bad, path) => {
      const failure: unknown = await given.store.create("Dataset", bad).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(InvalidInput);
      expect((failure as InvalidInput).problems.map((problem) => problem.path)).toContain(path);
      expect(await given.names("Dataset")).toEqual([]);
    });

    test("the store rejects a broken rule between fields", async () => {
      const { spec: modelSpec, metadata } = newModel("m");
      await expect(given.store.create("Model", { metadata, spec: { ...modelSpec, response: undefined } })).rejects.toMatchObject({
        name: "InvalidInput",
        problems: [{ path: "spec.response", message: expect.stringContaining("need a response") }],
      });
    });

    test.each<[string, NonNullable<NewResource<"Model">["spec"]["resources"]>, string]>([
      ["a node's label that can be none", { nodeSelector: { pool: "a b" } }, "nodeSelector.pool"],
      ["a taint's key that can be none", { tolerations: [{ key: "a b" }] }, "tolerations[0].key"],
      ["a toleration of nothing", { tolerations: [{}] }, "tolerations[0].key"],
      ["a toleration of any value with a value", { tolerations: [{ key: "gpu", operator: "Exists", value: "x" }] }, "tolerations[0].value"],
      [
        "a toleration that ends without being one of NoExecute",
        { tolerations: [{ key: "a", tolerationSeconds: 1 }] },
        "tolerations[0].tolerationSeconds",
      ],
    ])("the store rejects a model with %s, with its path", async (_case, resources, path) => {
      const { spec: modelSpec, metadata } = newModel("m");
      await expect(given.store.create("Model", { metadata, spec: { ...modelSpec, resources } })).rejects.toMatchObject({
        name: "InvalidInput",
        problems: [{ path: `spec.resources.${path}` }],
      });
    });

    const { key, sha256, size, ...rest } = spec.source;
    const inline = "a,b\n1,2\n";
    test.each<[string, NewResource<"Dataset">["spec"]["source"], string]>([
      ["has neither a file nor an inline table", rest, "exactly one of the two"],
      ["has both", { ...spec.source, inline }, "exactly one of the two"],
      ["has a file without a digest", { ...rest, key, size }, "give all three of an uploaded file"],
      ["gives the size of an inline table", { ...rest, inline, size }, "give all three of an uploaded file"],
      ["has an inline workbook", { ...rest, inline, format: "xlsx" }, "set format to csv"],
      ["has an inline table in Big5", { ...rest, inline, encoding: "big5" }, "leave out sheet and encoding"],
    ])("the store rejects a dataset that %s", async (_case, source, message) => {
      await expect(given.store.create("Dataset", { ...newDataset("d"), spec: { ...spec, source } })).rejects.toMatchObject({
        name: "InvalidInput",
        problems: expect.arrayContaining([{ path: "spec.source", message: expect.stringContaining(message) }]),
      });
    });

    test("the store rejects an inline table that is too long", async () => {
      const long = { ...rest, inline: "a".repeat(MAX_INLINE_CHARACTERS + 1) };
      const longest = { ...rest, inline: "ö".repeat(MAX_INLINE_CHARACTERS) };
      await expect(given.store.create("Dataset", { ...newDataset("d"), spec: { ...spec, source: long } })).rejects.toMatchObject({
        problems: [{ path: "spec.source.inline" }],
      });
      const { metadata } = await given.store.create("Dataset", { ...newDataset("d"), spec: { ...spec, source: longest } });
      expect((await given.store.get("Dataset", metadata.name))?.spec.source).toEqual(longest);
    });

    test("a rejected update changes nothing", async () => {
      const created = await given.store.create("Dataset", newDataset("d"));
      await expect(given.store.update("Dataset", renamed(created, "1 bad name"))).rejects.toThrow(InvalidInput);
      expect(await given.store.get("Dataset", "d")).toEqual(created);
    });

    test("a rejected status changes nothing", async () => {
      const created = await given.store.create("Dataset", newDataset("d"));
      const status = { phase: "dancing" as "init" };
      await expect(given.store.updateStatus("Dataset", { ...created, status })).rejects.toMatchObject({
        problems: [{ path: "status.phase" }],
      });
      expect(await given.store.get("Dataset", "d")).toEqual(created);
    });
  });

  describe("immutable fields", () => {
    test.each<[string, (spec: Resource<"Model">["spec"]) => Partial<Resource<"Model">["spec"]>]>([
      ["type", () => ({ type: "CLASSIFICATION" })],
      ["datasetRef", () => ({ datasetRef: "other" })],
      ["response", () => ({ response: "z" })],
      ["columns", () => ({ columns: ["a"] })],
      ["seed", () => ({ seed: 2 })],
      ["parameter deep in layers", () => ({ layers: [{ nodes: [{ algorithm: "XGB", params: { rounds: 11, loss: "squared" } }] }] })],
    ])("a model's %s cannot change", async (_field, change) => {
      const model = await given.store.create("Model", newModel("m"));
      const changed = { ...model, spec: { ...model.spec, ...change(model.spec) } };
      await expect(given.store.update("Model", changed)).rejects.toThrow("create a new model");
      expect(await given.store.get("Model", "m")).toEqual(model);
    });

    test("a dataset's file cannot change", async () => {
      const dataset = await given.store.create("Dataset", newDataset("d"));
      const { source } = dataset.spec;
      for (const other of [
        { ...source, key: "other" },
        { ...source, sha256: "1".repeat(64) },
      ]) {
        await expect(given.store.update("Dataset", { ...dataset, spec: { ...dataset.spec, source: other } })).rejects.toMatchObject({
          problems: [{ path: "spec.source", message: expect.stringContaining("upload a new dataset") }],
        });
      }
      const written = { inline: "a\n1\n", fileName: "a.csv", format: "csv" as const };
      const small = await given.store.create("Dataset", { ...newDataset("small"), spec: { ...dataset.spec, source: written } });
      for (const other of [{ ...written, inline: "a\n2\n" }, source]) {
        await expect(given.store.update("Dataset", { ...small, spec: { ...small.spec, source: other } })).rejects.toThrow(
          "cannot be changed",
        );
      }
      const reread = await given.store.update("Dataset", { ...dataset, spec: { ...dataset.spec, source: { ...source, delimiter: ";" } } });
      expect(reread.spec.source.delimiter).toBe(";");
    });

    test("an update cannot change uid, name, creation time, generation and kind", async () => {
      const created = await given.store.create("Dataset", newDataset("d"));
      const metadata = { ...created.metadata, generation: 77, creationTimestamp: "2000-01-01T00:00:00Z", labels: { a: "b" } };
      const updated = await given.store.update("Dataset", { ...created, metadata });
      const { resourceVersion, ...kept } = created.metadata;
      expect(updated.metadata).toEqual({
        ...kept,
        labels: { a: "b" },
        resourceVersion: expect.not.stringMatching(`^${resourceVersion}$`),
      });
    });
  });
}
