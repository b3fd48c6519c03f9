/** The limit of enabled models when trainings end, several at the same moment or one that had failed before. */
import { COLLECTIONS, isApiEnabled, RETRY_ANNOTATION, type Resource } from "@agatha/contracts";
import { crashAfterWrites } from "./crash-injection.js";
import { createTestHarness, type JobOutcome, type TestHarness } from "./test-harness.js";

let harness: TestHarness;
let dataset: Resource<"Dataset">;
let outcome: JobOutcome;

beforeEach(async () => {
  outcome = () => undefined;
  harness = await createTestHarness((...job) => outcome(...job));
  dataset = await harness.addDataset("furnace");
  await harness.reconcileUntilStable();
});
afterEach(() => harness.close());

async function allowOneModel(): Promise<void> {
  const users = harness.ports.documents.collection(COLLECTIONS.users);
  const owner = (await users.get(dataset.spec.owner))!;
  await users.replace({ ...owner, restriction: { ...owner.restriction, licenceLimit: 1 } });
}

/** Reconciles all objects of the kind at the same time, on the same view, between runs of jobs. */
async function reconcileTogether(kind: "Model" | "AutoModel"): Promise<void> {
  const by = crashAfterWrites(harness.ports);
  for (let turn = 0, before = -1; turn < 100 && before !== by.writes.length; turn++) {
    before = by.writes.length;
    for (const each of ["Model", "AutoModel"] as const) {
      const views = await harness.upToDateViews();
      const reconcile = harness.reconcile(by, views)[each];
      const names = views[each].list().map(({ metadata }) => metadata.name);
      if (each === kind) await Promise.all(names.map(reconcile));
      else for (const name of names) await reconcile(name);
    }
    await harness.jobs.runQueued();
  }
}

const enabledModels = async (): Promise<number> => (await harness.ports.resources.list("Model")).items.filter(isApiEnabled).length;

test("models made by hand that are trained at the same moment are enabled up to the limit", async () => {
  await harness.addAccount(dataset.spec.owner, dataset.metadata.creationTimestamp);
  await allowOneModel();
  for (const name of ["first", "second", "third"]) {
    const { metadata, ...model } = await harness.addModel(name, dataset);
    await harness.ports.resources.update("Model", { ...model, metadata, spec: { ...model.spec, enableWhenTrained: true } });
  }
  await reconcileTogether("Model");
  const { items } = await harness.ports.resources.list("Model");
  const reasons = items.map(({ status }) => status?.conditions?.find(({ type }) => type === "Enabled")?.reason);
  expect([reasons.sort(), await enabledModels()]).toEqual([["Enabled", "LimitReached", "LimitReached"], 1]);
});

test("automatic trainings that end at the same moment enable models up to the limit", async () => {
  for (const name of ["first", "second"]) await harness.addAutoModel(name, dataset);
  await allowOneModel();
  await reconcileTogether("AutoModel");
  const { items } = await harness.ports.resources.list("AutoModel");
  const reasons = items.map(({ status }) => status?.conditions?.find(({ type }) => type === "Enabled")?.reason);
  expect([reasons.sort(), await enabledModels()]).toEqual([["Enabled", "LimitReached"], 1]);
});

test("an automatic training that had failed enables its model when this is trained after all", async () => {
  outcome = (kind, nth) => (kind === "train" && nth === 0 ? "refused" : undefined);
  await harness.addAutoModel("search", dataset, { mode: "MANUAL", candidates: [{ layers: [{ nodes: [{ algorithm: "GLM" }] }] }] });
  await allowOneModel();
  await harness.reconcileUntilStable();
  const phase = async () => (await harness.ports.resources.get("AutoModel", "search"))?.status?.phase;
  expect(await phase()).toBe("fitting_fail");
  const { metadata, ...model } = (await harness.ports.resources.list("Model")).items[0]!;
  const annotations = { ...metadata.annotations, [RETRY_ANNOTATION]: "again" };
  await harness.ports.resources.update("Model", { ...model, metadata: { ...metadata, annotations } });
  const by = crashAfterWrites(harness.ports);
  for (let turn = 0; turn < 3; turn++) {
    await harness.reconcile(by, await harness.upToDateViews()).Model(metadata.name);
    await harness.jobs.runQueued();
  }
  expect(await phase()).toBe("fitting_fail");
  await harness.reconcileUntilStable();
  const { status } = (await harness.ports.resources.get("AutoModel", "search"))!;
  const enabled = status?.conditions?.find(({ type }) => type === "Enabled")?.reason;
  expect([status?.phase, enabled, await enabledModels()]).toEqual(["fitting_finished", "Enabled", 1]);
});
