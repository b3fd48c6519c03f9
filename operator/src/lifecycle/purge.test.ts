import { DELETED_AT_ANNOTATION, RESTORE_WINDOW_MS } from "@agatha/contracts";
import { aDataset, clock, NOW } from "../testing/objects.js";
import { reconcileUntilPurged } from "./purge.js";

async function reconcileAfter(sinceMs: number | undefined, requeueAfter?: number) {
  const deleted: string[] = [];
  const at = new Date(Date.parse(NOW) - (sinceMs ?? 0)).toISOString();
  const dataset = aDataset({ metadata: sinceMs === undefined ? {} : { annotations: { [DELETED_AT_ANNOTATION]: at } } });
  const deps = {
    resources: {
      delete: async (kind: string, { name, uid }: { name: string; uid: string }, version?: string) =>
        void deleted.push(`${kind} ${name} ${uid} of version ${version}`),
    },
    timers: clock,
  };
  let reconciled = 0;
  const outcome = await reconcileUntilPurged(deps, dataset, async () => {
    reconciled++;
    return requeueAfter === undefined ? {} : { requeueAfter };
  });
  return { outcome, deleted, reconciled };
}

test.each<[string, number | undefined, number | undefined, object]>([
  ["what nobody deleted is worked on", undefined, undefined, { outcome: {}, deleted: [], reconciled: 1 }],
  [
    "what was just deleted is worked on, and looked at when the time to undo is over",
    0,
    undefined,
    { outcome: { requeueAfter: RESTORE_WINDOW_MS }, reconciled: 1, deleted: [] },
  ],
  ["or earlier where there is work", 1000, 30_000, { outcome: { requeueAfter: 30_000 }, reconciled: 1, deleted: [] }],
  [
    "after that it is deleted for good",
    RESTORE_WINDOW_MS,
    undefined,
    { outcome: {}, reconciled: 0, deleted: ["Dataset furnace uid-of-furnace of version 1"] },
  ],
])("purge: %s", async (_rule, since, requeueAfter, expected) => {
  expect(await reconcileAfter(since, requeueAfter)).toEqual(expected);
});
