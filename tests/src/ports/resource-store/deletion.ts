import { AlreadyExists, Conflict, FINALIZER, InvalidInput, NotFound } from "@agatha/contracts";
import { eventually } from "../temporary-folder.js";
import { newDataset, newModel, ownedBy } from "./samples.js";
import type { StoreFixture } from "./store-fixture.js";

/** Tests of finalizers and owners. */
export function describeDeletion(given: StoreFixture): void {
  describe("deletion", () => {
    test("an object without finalizers is deleted at once", async () => {
      const created = await given.store.create("Dataset", newDataset("d"));
      await given.store.delete("Dataset", created.metadata);
      expect(await given.store.get("Dataset", "d")).toBeUndefined();
      await expect(given.store.delete("Dataset", created.metadata)).rejects.toThrow(NotFound);
    });

    test("an object that has changed is not deleted where its version is named", async () => {
      const old = await given.store.create("Dataset", newDataset("d"));
      const present = await given.store.updateStatus("Dataset", { ...old, status: { phase: "init" } });
      await expect(given.store.delete("Dataset", old.metadata, old.metadata.resourceVersion)).rejects.toThrow(Conflict);
      expect(await given.store.get("Dataset", "d")).toEqual(present);
      await given.store.delete("Dataset", present.metadata, present.metadata.resourceVersion);
      expect(await given.store.get("Dataset", "d")).toBeUndefined();
      await expect(given.store.delete("Dataset", present.metadata, present.metadata.resourceVersion)).rejects.toThrow(NotFound);
    });

    test("an object with finalizers is marked, and deleted with the last of them", async () => {
      const finalizers = [FINALIZER, "agatha.dev/second"];
      const created = await given.store.create("Dataset", newDataset("d", { finalizers }));
      await given.store.delete("Dataset", created.metadata);
      const marked = (await given.store.get("Dataset", "d"))!;
      expect(Math.abs(Date.parse(marked.metadata.deletionTimestamp!) - Date.now())).toBeLessThan(60_000);
      await given.store.delete("Dataset", created.metadata);
      expect(await given.store.get("Dataset", "d")).toEqual(marked);
      await expect(given.store.create("Dataset", newDataset("d"))).rejects.toThrow(AlreadyExists);

      const once = await given.store.update("Dataset", { ...marked, metadata: { ...marked.metadata, finalizers: [FINALIZER] } });
      expect(await given.store.get("Dataset", "d")).toEqual(once);
      await given.store.update("Dataset", { ...once, metadata: { ...once.metadata, finalizers: [] } });
      expect(await given.store.get("Dataset", "d")).toBeUndefined();
    });

    test("an object that is being deleted accepts a status, but no new finalizer", async () => {
      const created = await given.store.create("Dataset", newDataset("d", { finalizers: [FINALIZER] }));
      await given.store.delete("Dataset", created.metadata);
      const marked = (await given.store.get("Dataset", "d"))!;
      const finalizers = [FINALIZER, "agatha.dev/late"];
      await expect(given.store.update("Dataset", { ...marked, metadata: { ...marked.metadata, finalizers } })).rejects.toThrow(
        InvalidInput,
      );
      const failed = await given.store.updateStatus("Dataset", { ...marked, status: { phase: "uploading_fail" } });
      expect(failed.metadata.deletionTimestamp).toBe(marked.metadata.deletionTimestamp);
    });

    test("removing finalizers from an object that is not being deleted keeps it", async () => {
      const created = await given.store.create("Dataset", newDataset("d", { finalizers: [FINALIZER] }));
      await given.store.update("Dataset", { ...created, metadata: { ...created.metadata, finalizers: [] } });
      expect(await given.names("Dataset")).toEqual(["d"]);
    });
  });

  describe("owners", () => {
    test("deleting an object deletes what it owns, and what that owns", async () => {
      const dataset = await given.store.create("Dataset", newDataset("d"));
      const model = await given.store.create("Model", newModel("m", ownedBy(dataset)));
      await given.store.create("Model", newModel("deep", ownedBy(model)));
      await given.store.create("Model", newModel("free"));
      await given.store.delete("Dataset", dataset.metadata);
      await given.waitUntilDeleted("Model", "m");
      await given.waitUntilDeleted("Model", "deep");
      expect(await given.names("Model")).toEqual(["free"]);
    });

    test("an owned object with finalizers is only marked", async () => {
      const dataset = await given.store.create("Dataset", newDataset("d"));
      await given.store.create("Model", newModel("m", { ...ownedBy(dataset), finalizers: [FINALIZER] }));
      await given.store.delete("Dataset", dataset.metadata);
      await eventually(async () => (await given.store.get("Model", "m"))?.metadata.deletionTimestamp !== undefined);
      const marked = (await given.store.get("Model", "m"))!;
      await given.store.update("Model", { ...marked, metadata: { ...marked.metadata, finalizers: [] } });
      expect(await given.store.get("Model", "m")).toBeUndefined();
    });

    test("an object stays while its owner is only marked for deletion", async () => {
      const dataset = await given.store.create("Dataset", newDataset("d", { finalizers: [FINALIZER] }));
      await given.store.create("Model", newModel("m", ownedBy(dataset)));
      await given.store.delete("Dataset", dataset.metadata);
      expect(await given.names("Model")).toEqual(["m"]);
      const marked = (await given.store.get("Dataset", "d"))!;
      await given.store.update("Dataset", { ...marked, metadata: { ...marked.metadata, finalizers: [] } });
      await given.waitUntilDeleted("Model", "m");
    });

    test("an object with two owners stays until both are deleted", async () => {
      const [first, second] = [
        await given.store.create("Dataset", newDataset("d1")),
        await given.store.create("Dataset", newDataset("d2")),
      ];
      await given.store.create("Model", newModel("m", ownedBy(first, second)));
      await given.store.delete("Dataset", first.metadata);
      await eventually(async () => (await given.store.get("Model", "m"))?.metadata.ownerReferences?.length === 1);
      expect((await given.store.get("Model", "m"))?.metadata.ownerReferences).toEqual(ownedBy(second).ownerReferences);
      await given.store.delete("Dataset", second.metadata);
      await given.waitUntilDeleted("Model", "m");
    });

    test("an owner is identified by its uid, not by its name", async () => {
      const old = await given.store.create("Dataset", newDataset("d"));
      await given.store.delete("Dataset", old.metadata);
      const fresh = await given.store.create("Dataset", newDataset("d"));
      await given.store.create("Model", newModel("late", ownedBy(old)));
      await given.store.create("Model", newModel("m", ownedBy(fresh)));
      await given.waitUntilDeleted("Model", "late");
      expect(await given.names("Model")).toEqual(["m"]);
    });
  });
}
