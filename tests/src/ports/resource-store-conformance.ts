import { describeDeletion } from "./resource-store/deletion.js";
import { newDataset, renamed } from "./resource-store/samples.js";
import { RETAINED_EVENTS, type ResourceBackend, useResourceStore } from "./resource-store/store-fixture.js";
import { describeValidation } from "./resource-store/validation.js";
import { describeStoreWatching } from "./resource-store/watching.js";
import { describeWriting } from "./resource-store/writing.js";
import { eventually } from "./temporary-folder.js";

/** Conformance tests of every ResourceStore. */
export function describeResourceStoreConformance(name: string, makePlace: () => Promise<ResourceBackend>): void {
  describe(`ResourceStore: ${name}`, () => {
    const given = useResourceStore(makePlace);
    describeWriting(given);
    describeValidation(given);
    describeDeletion(given);
    describeStoreWatching(given);

    test("resources persist after closing and reopening, and versions go on rising", async () => {
      const created = await given.store.create("Dataset", newDataset("d"));
      const updated = await given.store.updateStatus("Dataset", { ...created, status: { phase: "init" } });
      await given.store.close();
      given.store = await given.backend.open(RETAINED_EVENTS);
      expect(await given.store.get("Dataset", "d")).toEqual(updated);
      const renamedLater = await given.store.update("Dataset", renamed(updated, "Later"));
      expect(Number(renamedLater.metadata.resourceVersion)).toBeGreaterThan(Number(updated.metadata.resourceVersion));
    });

    test("ping answers while open, and throws once closed as every other call does; watches end", async () => {
      await given.store.ping();
      const seen = given.startWatch("Dataset", (await given.store.list("Dataset")).resourceVersion);
      await given.store.create("Dataset", newDataset("d"));
      await eventually(() => seen.events.length === 1);
      await given.store.close();
      await eventually(() => seen.ended || seen.error !== undefined);
      await expect(given.store.ping()).rejects.toThrow("closed");
      await expect(given.store.get("Dataset", "d")).rejects.toThrow("closed");
      await expect(given.store.create("Dataset", newDataset("e"))).rejects.toThrow("closed");
    });
  });
}
