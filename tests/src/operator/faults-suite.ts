/** Behaviour of an operator when something around it fails. */
import { COLLECTIONS, Conflict, FINALIZER, type KindName, type ObjectStore, type Resource } from "@agatha/contracts";
import { FINALIZE_TIMEOUT_MS } from "@agatha/operator/lifecycle/finalize";
import { crashAfterWrites } from "./crash-injection.js";
import { storeSnapshot } from "./store-snapshot.js";
import { createTestHarness, type OpenResources, type TestHarness } from "./test-harness.js";
import type { Views } from "./views.js";

export function describeFaults(openResources: OpenResources): void {
  describe("an operator", () => {
    let harness: TestHarness;
    let dataset: Resource<"Dataset">;
    let model: Resource<"Model">;

    beforeEach(async () => {
      harness = await createTestHarness(undefined, openResources);
      dataset = await harness.addDataset("furnace");
      model = await harness.addModel("hardness", dataset);
    });
    afterEach(() => harness.close());

    test("an operator writes nothing while a job runs, nor when idle", async () => {
      const operator = crashAfterWrites(harness.ports);
      for (let jobs = 1; jobs <= 3; jobs++) {
        while ((await harness.jobs.list()).every(({ phase }) => phase !== "queued")) await harness.reconcileAll(operator);
        // Outputs of the previous job are deleted while this one runs. That it waits is told by its object, and then by what refers to it.
        await harness.reconcileAll(operator);
        await harness.reconcileAll(operator);
        const writes = operator.writes.length;
        await harness.reconcileAll(operator);
        await harness.reconcileAll(operator);
        expect(operator.writes.slice(writes)).toEqual([]);
        await harness.jobs.runQueued();
      }
      await harness.reconcileUntilStable(operator);
      const writes = operator.writes.length;
      await harness.reconcileAll(operator);
      expect(operator.writes.slice(writes)).toEqual([]);
    });

    test("an operator reports each change of phase once", async () => {
      await harness.reconcileUntilStable();
      const phases = harness.events.map((event) => event.replace(/ .*"phase":"(\w+)".*/, " $1"));
      expect([...new Set(phases)].sort()).toEqual([
        "datasetChanged evaluating",
        "datasetChanged evaluating_finish",
        "datasetChanged preprocess",
        "datasetChanged preprocess_finish",
        "modelChanged fitting",
        "modelChanged init",
        "modelChanged success",
      ]);
      expect(phases.filter((phase) => phase.endsWith("finish") || phase.endsWith("success"))).toHaveLength(3);
    });

    test("an operator that starts with any stale view starts no job and deletes nothing", async () => {
      const views: Views[] = [];
      for (let turn = 0; turn < 20; turn++) {
        views.push(await harness.upToDateViews());
        const operator = crashAfterWrites(harness.ports, 1);
        // The operator crashes after each write, so that every intermediate state occurs.
        await harness.reconcileAll(operator).catch(() => undefined);
        if (operator.writes.length === 0) await harness.jobs.runQueued();
      }
      await harness.reconcileUntilStable();
      const state = await storeSnapshot(harness.ports);
      const made = [...harness.jobs.launched];
      expect(made).toHaveLength(3);
      let refused = 0;
      for (const view of views) {
        const late = harness.reconcile(crashAfterWrites(harness.ports), view);
        for (const work of [() => late.Dataset("furnace"), () => late.Model("hardness")]) {
          await work().catch((error: unknown) => {
            expect(error).toBeInstanceOf(Conflict);
            refused++;
          });
        }
        expect(await storeSnapshot(harness.ports)).toEqual(state);
      }
      expect(refused).toBeGreaterThan(10);
      expect(harness.jobs.launched).toEqual(made);
    });

    test("an operator that starts with any stale view of a batch makes, enables and deletes no model, and writes nothing when idle", async () => {
      await harness.addAutoModel("search", dataset);
      const views: Views[] = [];
      for (let turn = 0; turn < 60; turn++) {
        views.push(await harness.upToDateViews());
        const operator = crashAfterWrites(harness.ports, 1);
        await harness.reconcileAll(operator).catch(() => undefined);
        if (operator.writes.length === 0) await harness.jobs.runQueued();
      }
      await harness.reconcileUntilStable();
      expect((await harness.ports.resources.get("AutoModel", "search"))?.status?.phase).toBe("fitting_finished");
      const atRest = crashAfterWrites(harness.ports);
      await harness.reconcileAll(atRest);
      expect(atRest.writes).toEqual([]);
      const state = await storeSnapshot(harness.ports);
      let refused = 0;
      for (const view of views) {
        await harness
          .reconcile(crashAfterWrites(harness.ports), view)
          .AutoModel("search")
          .catch((error: unknown) => {
            expect(error).toBeInstanceOf(Conflict);
            refused++;
          });
        expect(await storeSnapshot(harness.ports)).toEqual(state);
      }
      expect(refused).toBeGreaterThan(5);
    });

    test("an operator does not revert what a manager enables or disables after a batch", async () => {
      await harness.addAutoModel("search", dataset);
      await harness.reconcileUntilStable();
      const { bestModel = "" } = (await harness.ports.resources.get("AutoModel", "search"))?.status ?? {};
      const best = (await harness.ports.resources.get("Model", bestModel))!;
      expect(best.spec.apiEnabled).toBe(true);
      await harness.ports.resources.update("Model", { ...best, spec: { ...best.spec, apiEnabled: false } });
      await harness.reconcileUntilStable();
      expect((await harness.ports.resources.get("Model", bestModel))?.spec.apiEnabled).toBe(false);
    });

    test("an operator enables no model of a batch whose owner's contract has expired", async () => {
      await harness.addAutoModel("search", dataset);
      const users = harness.ports.documents.collection(COLLECTIONS.users);
      const owner = (await users.get(dataset.spec.owner))!;
      const dueDate = new Date(harness.timers.now()).toISOString();
      await users.replace({ ...owner, contract: { ...owner.contract, type: "SP", dueDate } });
      await harness.reconcileUntilStable();
      const { bestModel = "", conditions = [] } = (await harness.ports.resources.get("AutoModel", "search"))?.status ?? {};
      expect((await harness.ports.resources.get("Model", bestModel))?.spec.apiEnabled).toBe(false);
      expect(conditions.find(({ type }) => type === "Enabled")?.reason).toBe("ContractExpired");
    });

    test("an operator never retrains a finished model, however often its job and task are deleted", async () => {
      await harness.reconcileUntilStable();
      const operator = crashAfterWrites(harness.ports);
      for (let time = 0; time < 1000; time++) {
        harness.jobs.loseAllJobs();
        await harness.reconcileAll(operator);
      }
      expect(harness.jobs.launched).toHaveLength(3);
      expect(operator.writes).toEqual([]);
      expect(harness.publishedRuns).toEqual({ ingest: 1, check: 1, train: 1 });
    });

    test("an operator accepts a result whose job is gone", async () => {
      const operator = crashAfterWrites(harness.ports);
      for (let turn = 0; turn < 10; turn++) {
        await harness.reconcileAll(operator);
        await harness.jobs.runQueued();
        harness.jobs.loseAllJobs();
      }
      expect((await harness.ports.resources.get("Model", "hardness"))?.status?.phase).toBe("success");
      expect(harness.publishedRuns).toEqual({ ingest: 1, check: 1, train: 1 });
      expect(harness.jobs.launched).toHaveLength(3);
    });

    test("an operator retries a job that was lost while it ran, under the same name", async () => {
      const operator = crashAfterWrites(harness.ports);
      await harness.reconcileAll(operator);
      harness.jobs.loseAllJobs();
      await harness.reconcileUntilStable(operator);
      expect(harness.jobs.launched).toHaveLength(4);
      expect(new Set(harness.jobs.launched).size).toBe(3);
      expect(harness.publishedRuns).toEqual({ ingest: 1, check: 1, train: 1 });
    });

    test("an operator only notes a new name or an enabled API", async () => {
      await harness.reconcileUntilStable();
      const present = structuredClone((await harness.ports.resources.get("Model", "hardness"))!);
      await harness.ports.resources.update("Model", { ...present, spec: { ...present.spec, displayName: "Strength", apiEnabled: true } });
      const operator = crashAfterWrites(harness.ports);
      await harness.reconcileUntilStable(operator);
      expect(operator.writes).toEqual(["resources.updateStatus"]);
      const { status } = (await harness.ports.resources.get("Model", "hardness"))!;
      expect(status).toMatchObject({ phase: "success", observedGeneration: 2 });
      expect(status?.apiUpdatedAt).toBeDefined();
    });

    test("an operator keeps a dataset's edit history when the file is read again, and deletes it with the dataset", async () => {
      await harness.reconcileUntilStable();
      const { documents, resources } = harness.ports;
      const histories = documents.collection(COLLECTIONS.editHistories);
      const { uid, name } = dataset.metadata;
      await histories.insert({ id: uid, entries: [] });
      const sort = { type: "sort" as const, by: [{ column: "Temperature", order: "asc" as const }] };
      await documents.collection(COLLECTIONS.editSteps).insert({ id: `${uid}.digest`, datasetUid: uid, specs: [sort] });
      const at = dataset.metadata.creationTimestamp;
      const token = { id: `extraction ${name}`, kind: "extraction" as const, subjectUid: uid, tokenHash: "h", createdAt: at };
      await documents.collection(COLLECTIONS.apiTokens).insert(token);
      const usage = { id: "h", subjectUid: uid, calls: 1, rows: 1, firstUsedAt: at, lastUsedAt: at };
      await documents.collection(COLLECTIONS.apiUsage).insert(usage);
      const kept = [
        histories,
        ...[COLLECTIONS.editSteps, COLLECTIONS.apiTokens, COLLECTIONS.apiUsage].map(({ name: of }) =>
          documents.collection({ name: of, indexes: {} }),
        ),
      ];
      const left = (): Promise<number[]> => Promise.all(kept.map((collection) => collection.count()));
      const read = (await resources.get("Dataset", dataset.metadata.name))!;
      const changed = await resources.update("Dataset", { ...read, spec: { ...read.spec, timezone: "Asia/Taipei" } });
      await harness.reconcileUntilStable();
      expect((await resources.get("Dataset", dataset.metadata.name))?.status?.fingerprint).not.toBe(read.status?.fingerprint);
      expect(await left()).toEqual([1, 1, 1, 1]);
      await resources.delete("Dataset", changed.metadata);
      await harness.reconcileUntilStable();
      expect(await left()).toEqual([0, 0, 0, 0]);
    });

    test("an operator keeps a file until the last object that names it is deleted", async () => {
      const { objects, resources } = harness.ports;
      const { key } = dataset.spec.source;
      const namesake = await resources.create("Dataset", { metadata: { name: "again" }, spec: dataset.spec });
      const evaluation = await harness.addEvaluation("compared", model);
      const testData = { ...evaluation.spec.testData!, key: key! };
      await resources.update("Evaluation", { ...evaluation, spec: { ...evaluation.spec, testData } });
      const calculation = await harness.addCalculation("batch", model);
      const sameRows = await resources.create("Calculation", { metadata: { name: "batch-again" }, spec: calculation.spec });
      await harness.reconcileUntilStable();
      const left = async (of: string): Promise<boolean> => (await objects.head(of)) !== undefined;
      const afterDeletionOf = async (kind: KindName, { metadata }: Pick<Resource<KindName>, "metadata">, of = key!) => {
        await resources.delete(kind, metadata);
        await harness.reconcileUntilStable();
        return await left(of);
      };
      expect(await afterDeletionOf("Calculation", calculation, calculation.spec.rows)).toBe(true);
      expect(await afterDeletionOf("Calculation", sameRows, calculation.spec.rows)).toBe(false);
      expect(await afterDeletionOf("Dataset", namesake)).toBe(true);
      expect(await afterDeletionOf("Evaluation", evaluation)).toBe(true);
      expect(await afterDeletionOf("Dataset", dataset)).toBe(false);
    });

    test("an operator leaves nothing of a deleted model, but keeps what belongs to a namesake", async () => {
      await harness.reconcileUntilStable();
      const { documents, resources } = harness.ports;
      const token = { kind: "model" as const, tokenHash: "h", encrypted: "e", createdAt: model.metadata.creationTimestamp };
      await documents.collection(COLLECTIONS.apiTokens).insert({ id: "hardness", subjectUid: model.metadata.uid, ...token });
      const usage = { calls: 1, rows: 1, firstUsedAt: token.createdAt, lastUsedAt: token.createdAt };
      await documents.collection(COLLECTIONS.apiUsage).insert({ id: "h", subjectUid: model.metadata.uid, ...usage });
      await documents.collection(COLLECTIONS.calculations).insert({
        id: "c1",
        modelName: "hardness",
        owner: "u1",
        type: "whatif",
        status: "success",
        createdAt: token.createdAt,
      });
      await resources.delete("Model", model.metadata);
      await harness.reconcileUntilStable();
      expect(await resources.get("Model", "hardness")).toBeUndefined();
      expect(await documents.collection(COLLECTIONS.apiTokens).count()).toBe(0);
      expect(await documents.collection(COLLECTIONS.apiUsage).count()).toBe(0);
      expect(await documents.collection(COLLECTIONS.calculations).count()).toBe(0);

      const namesake = await harness.addModel("hardness", dataset);
      await harness.reconcileUntilStable();
      await documents.collection(COLLECTIONS.apiTokens).insert({ id: "hardness", subjectUid: "another", ...token });
      await resources.delete("Model", namesake.metadata);
      await harness.reconcileUntilStable();
      expect(await documents.collection(COLLECTIONS.apiTokens).count()).toBe(1);
    });

    test("an operator finally releases a deleted object, even if it can never be cleaned up", async () => {
      await harness.reconcileUntilStable();
      await harness.ports.resources.delete("Model", model.metadata);
      const broken: ObjectStore = {
        ...harness.ports.objects,
        // biome-ignore lint/correctness/useYield: it fails before there is anything to yield
        async *list() {
          throw new Error("store is gone");
        },
      };
      const operator = { ...crashAfterWrites(harness.ports), objects: broken };
      const once = async () => harness.reconcile(operator, await harness.upToDateViews()).Model("hardness");
      await expect(once()).rejects.toThrow("store is gone");
      await harness.timers.advance(FINALIZE_TIMEOUT_MS - 10_000);
      await expect(once()).rejects.toThrow("store is gone");
      expect((await harness.ports.resources.get("Model", "hardness"))?.metadata.finalizers).toEqual([FINALIZER]);
      await harness.timers.advance(10_000);
      await once();
      expect(await harness.ports.resources.get("Model", "hardness")).toBeUndefined();
    });
  });
}
