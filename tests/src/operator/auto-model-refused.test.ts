/** Automatic trainings of which a model cannot be made, on real stores. */
import { type AutoModelSpec, ERRORS, InvalidInput, type NewResource, type Resource, type ResourceStore } from "@agatha/contracts";
import { createTestHarness, openEmbeddedResources, type TestHarness } from "./test-harness.js";

/** Refuses models of LOF, as the admission of a cluster refuses those that could not be trained. */
function refuseLof(store: ResourceStore): ResourceStore {
  const create: ResourceStore["create"] = async (kind, resource) => {
    const { spec } = resource as NewResource<"Model">;
    if (kind === "Model" && spec.layers[0]?.nodes[0]?.algorithm === "LOF")
      throw new InvalidInput(ERRORS.badRequest, { path: "layers", message: "the last layer of REGRESSION takes XGB" });
    return await store.create(kind, resource);
  };
  return new Proxy(store, { get: (target, name) => (name === "create" ? create : Reflect.get(target, name)) });
}

describe("an automatic training that kubectl applied", () => {
  let harness: TestHarness;
  beforeEach(async () => {
    harness = await createTestHarness(undefined, async (...where) => refuseLof(await openEmbeddedResources(...where)));
  });
  afterEach(async () => {
    await harness.close();
  });

  async function ended(spec: Partial<AutoModelSpec>): Promise<Resource<"AutoModel">["status"]> {
    await harness.addAutoModel("search", await harness.addDataset("furnace"), { type: "REGRESSION", ...spec });
    await harness.reconcileUntilStable();
    return (await harness.ports.resources.get("AutoModel", "search"))?.status;
  }

  test("fails if it has edit steps and is ranked by a figure of another type", async () => {
    const message = expect.stringContaining("REGRESSION is not ranked by accuracy");
    expect(await ended({ mode: "AUTO_MINIMUM", extraction: "steps", rankBy: "accuracy" })).toMatchObject({
      phase: "fitting_fail",
      message,
    });
  });

  test.each([1, 2])("ends, with the models that it has, once one is refused: with %d at a time", async (parallel) => {
    const candidates = ["GLM", "LOF"].map((algorithm) => ({ layers: [{ nodes: [{ algorithm }] }] }));
    const limits = { models: 20, seconds: 600, parallel };
    const status = await ended({ mode: "MANUAL", candidates, limits });
    expect(status).toMatchObject({ phase: "fitting_fail", models: [{ slot: "c1", phase: "success" }] });
  });
});
