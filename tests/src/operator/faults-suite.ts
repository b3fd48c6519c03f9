/** Behaviour of an operator when something around it fails. */
import { COLLECTIONS, Conflict, FINALIZER, type ObjectStore, type Resource } from "@agatha/contracts";
import { FINALIZE_TIMEOUT_MS } from "@agatha/operator/lifecycle/finalize";
import { crashAfterWrites } from "./crash-injection.js";
import { storeSnapshot } from "./store-snapshot.js";
import { createTestHarness, type OpenResources, type TestHarness } from "./test-harness.js";
import type { Views } from "./views.js";

export function describeFaults(openResources: OpenResources): void {
  describe("an operator", () => {
    let world: TestHarness;
    let dataset: Resource<"Dataset">;
    let model: Resource<"Model">;

    beforeEach(async () => {
      world = await createTestHarness(undefined, openResources);
      dataset = await world.addDataset("furnace");
      model = await world.addModel("hardness", dataset);
    });
    afterEach(() => world.close());

    test("an operator writes nothing while a job runs, nor when idle", async () => {
      const operator = crashAfterWrites(world.ports);
      for (let jobs = 1; jobs <= 3; jobs++) {
        while ((await world.jobs.list()).every(({ phase }) => phase !== "queued")) await world.reconcileAll(operator);
        // Outputs of the previous job are deleted while this one runs.
        await world.reconcileAll(operator);
        const writes = operator.writes.length;
        await world.reconcileAll(operator);
        await world.reconcileAll(operator);
        expect(operator.writes.slice(writes)).toEqual([]);
        await world.jobs.runQueued();
      }
      await world.reconcileUntilStable(operator);
      const writes = operator.writes.length;
      await world.reconcileAll(operator);
      expect(operator.writes.slice(writes)).toEqual([]);
    });

    test("an operator reports each change of phase once", async () => {
      await world.reconcileUntilStable();
      const phases = world.events.filter((event) => !event.startsWith("task")).map((event) => event.replace(/ .*"phase":"(\w+)".*/, " $1"));
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
        views.push(await world.upToDateViews());
        const operator = crashAfterWrites(world.ports, 1);
        // The operator crashes after each write, so that every intermediate state occurs.
        await world.reconcileAll(operator).catch(() => undefined);
        if (operator.writes.length === 0) await world.jobs.runQueued();
      }
      await world.reconcileUntilStable();
      const state = await storeSnapshot(world.ports);
      const made = [...world.jobs.launched];
      expect(made).toHaveLength(3);
      let refused = 0;
      for (const view of views) {
        const late = world.reconcile(crashAfterWrites(world.ports), view);
        for (const work of [() => late.Dataset("furnace"), () => late.Model("hardness")]) {
          await work().catch((error: unknown) => {
            expect(error).toBeInstanceOf(Conflict);
            refused++;
          });
        }
        expect(await storeSnapshot(world.ports)).toEqual(state);
      }
      expect(refused).toBeGreaterThan(10);
      expect(world.jobs.launched).toEqual(made);
    });

    test("an operator that starts with any stale view of a batch makes, enables and deletes no model, and writes nothing when idle", async () => {
      await world.addAutoModel("search", dataset);
      const views: Views[] = [];
      for (let turn = 0; turn < 60; turn++) {
        views.push(await world.upToDateViews());
        const operator = crashAfterWrites(world.ports, 1);
        await world.reconcileAll(operator).catch(() => undefined);
        if (operator.writes.length === 0) await world.jobs.runQueued();
      }
      await world.reconcileUntilStable();
      expect((await world.ports.resources.get("AutoModel", "search"))?.status?.phase).toBe("fitting_finished");
      const atRest = crashAfterWrites(world.ports);
      await world.reconcileAll(atRest);
      expect(atRest.writes).toEqual([]);
      const state = await storeSnapshot(world.ports);
      let refused = 0;
      for (const view of views) {
        await world
          .reconcile(crashAfterWrites(world.ports), view)
          .AutoModel("search")
          .catch((error: unknown) => {
            expect(error).toBeInstanceOf(Conflict);
            refused++;
          });
        expect(await storeSnapshot(world.ports)).toEqual(state);
      }
      expect(refused).toBeGreaterThan(5);
    });

    test("an operator does not revert what a manager enables or disables after a batch", async () => {
      await world.addAutoModel("search", dataset);
      await world.reconcileUntilStable();
      const { bestModel = "" } = (await world.ports.resources.get("AutoModel", "search"))?.status ?? {};
      const best = (await world.ports.resources.get("Model", bestModel))!;
      expect(best.spec.apiEnabled).toBe(true);
      await world.ports.resources.update("Model", { ...best, spec: { ...best.spec, apiEnabled: false } });
      await world.reconcileUntilStable();
      expect((await world.ports.resources.get("Model", bestModel))?.spec.apiEnabled).toBe(false);
    });

    test("an operator enables no model of a batch whose owner's contract has expired", async () => {
      await world.addAutoModel("search", dataset);
      const users = world.ports.documents.collection(COLLECTIONS.users);
      const owner = (await users.get(dataset.spec.owner))!;
      const dueDate = new Date(world.timers.now()).toISOString();
      await users.replace({ ...owner, contract: { ...owner.contract, type: "SP", dueDate } });
      await world.reconcileUntilStable();
      const { bestModel = "", conditions = [] } = (await world.ports.resources.get("AutoModel", "search"))?.status ?? {};
      expect((await world.ports.resources.get("Model", bestModel))?.spec.apiEnabled).toBe(false);
      expect(conditions.find(({ type }) => type === "Enabled")?.reason).toBe("ContractExpired");
    });

    test("an operator never retrains a finished model, however often its job and task are deleted", async () => {
      await world.reconcileUntilStable();
      const operator = crashAfterWrites(world.ports);
      for (let time = 0; time < 1000; time++) {
        world.jobs.loseAllJobs();
        await world.reconcileAll(operator);
      }
      expect(world.jobs.launched).toHaveLength(3);
      expect(operator.writes).toEqual([]);
      expect(world.publishedRuns).toEqual({ ingest: 1, check: 1, train: 1 });
    });

    test("an operator accepts a result whose job is gone", async () => {
      const operator = crashAfterWrites(world.ports);
      for (let turn = 0; turn < 10; turn++) {
        await world.reconcileAll(operator);
        await world.jobs.runQueued();
        world.jobs.loseAllJobs();
      }
      expect((await world.ports.resources.get("Model", "hardness"))?.status?.phase).toBe("success");
      expect(world.publishedRuns).toEqual({ ingest: 1, check: 1, train: 1 });
      expect(world.jobs.launched).toHaveLength(3);
    });

    test("an operator retries a job that was lost while it ran, under the same name", async () => {
      const operator = crashAfterWrites(world.ports);
      await world.reconcileAll(operator);
      world.jobs.loseAllJobs();
      await world.reconcileUntilStable(operator);
      expect(world.jobs.launched).toHaveLength(4);
      expect(new Set(world.jobs.launched).size).toBe(3);
      expect(world.publishedRuns).toEqual({ ingest: 1, check: 1, train: 1 });
    });

    test("an operator only notes a new name or an enabled API", async () => {
      await world.reconcileUntilStable();
      const present = structuredClone((await world.ports.resources.get("Model", "hardness"))!);
      await world.ports.resources.update("Model", { ...present, spec: { ...present.spec, displayName: "Strength", apiEnabled: true } });
      const operator = crashAfterWrites(world.ports);
      await world.reconcileUntilStable(operator);
      expect(operator.writes).toEqual(["resources.updateStatus"]);
      const { status } = (await world.ports.resources.get("Model", "hardness"))!;
      expect(status).toMatchObject({ phase: "success", observedGeneration: 2 });
      expect(status?.apiUpdatedAt).toBeDefined();
    });

    test("an operator keeps a dataset's edit history when the file is read again, and deletes it with the dataset", async () => {
      await world.reconcileUntilStable();
      const { documents, resources } = world.ports;
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
      await world.reconcileUntilStable();
      expect((await resources.get("Dataset", dataset.metadata.name))?.status?.fingerprint).not.toBe(read.status?.fingerprint);
      expect(await left()).toEqual([1, 1, 1, 1]);
      await resources.delete("Dataset", changed.metadata);
      await world.reconcileUntilStable();
      expect(await left()).toEqual([0, 0, 0, 0]);
    });

    test("an operator leaves nothing of a deleted model, but keeps what belongs to a namesake", async () => {
      await world.reconcileUntilStable();
      const { documents, resources } = world.ports;
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
        input: {},
        createdAt: token.createdAt,
      });
      await resources.delete("Model", model.metadata);
      await world.reconcileUntilStable();
      expect(await resources.get("Model", "hardness")).toBeUndefined();
      expect(await documents.collection(COLLECTIONS.apiTokens).count()).toBe(0);
      expect(await documents.collection(COLLECTIONS.apiUsage).count()).toBe(0);
      expect(await documents.collection(COLLECTIONS.calculations).count()).toBe(0);

      const namesake = await world.addModel("hardness", dataset);
      await world.reconcileUntilStable();
      await documents.collection(COLLECTIONS.apiTokens).insert({ id: "hardness", subjectUid: "another", ...token });
      await resources.delete("Model", namesake.metadata);
      await world.reconcileUntilStable();
      expect(await documents.collection(COLLECTIONS.apiTokens).count()).toBe(1);
    });

    test("an operator finally releases a deleted object, even if it can never be cleaned up", async () => {
      await world.reconcileUntilStable();
      await world.ports.resources.delete("Model", model.metadata);
      const broken: ObjectStore = {
        ...world.ports.objects,
        // biome-ignore lint/correctness/useYield: it fails before there is anything to yield
        async *list() {
          throw new Error("store is gone");
        },
      };
      const operator = { ...crashAfterWrites(world.ports), objects: broken };
      const once = async () => world.reconcile(operator, await world.upToDateViews()).Model("hardness");
      await expect(once()).rejects.toThrow("store is gone");
      await world.timers.advance(FINALIZE_TIMEOUT_MS - 10_000);
      await expect(once()).rejects.toThrow("store is gone");
      expect((await world.ports.resources.get("Model", "hardness"))?.metadata.finalizers).toEqual([FINALIZER]);
      await world.timers.advance(10_000);
      await once();
      expect(await world.ports.resources.get("Model", "hardness")).toBeUndefined();
    });
  });
}
