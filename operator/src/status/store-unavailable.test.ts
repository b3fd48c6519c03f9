import { type DatasetStatus, ERRORS, StoreRefusal, Unavailable } from "@agatha/contracts";
import { aDataset, allConditionSummaries, clock, conditionSummaries } from "../testing/objects.js";
import { statusWithoutStore } from "./store-unavailable.js";

const AWAY = new Unavailable("mongodb:27017 does not answer", { code: ERRORS.databaseUnavailable });
const WAITS = [
  "Ready=False/StoreUnavailable",
  "Queued=False/NotWaiting",
  "Reconciling=True/StoreUnavailable",
  "Stalled=False/StoreUnavailable",
];

test("a new object waits for the store, and keeps telling so in the same words", () => {
  const status = statusWithoutStore(aDataset(), AWAY, clock) as DatasetStatus;
  expect(allConditionSummaries(status.conditions)).toEqual(WAITS);
  expect(status.conditions?.[0]?.message).toMatch(/^The document store does not answer\./);
  expect(statusWithoutStore(aDataset({ status }), new Unavailable("other words", { code: AWAY.code }), clock)).toEqual(status);
});

test("a store that refuses is told in its own words", () => {
  const status = statusWithoutStore(aDataset(), new StoreRefusal("The service refuses credentials."), clock) as DatasetStatus;
  expect(allConditionSummaries(status.conditions)).toEqual(WAITS);
  expect(status.conditions?.[0]?.message).toBe("The service refuses credentials. The operator tries again, and goes on by itself.");
});

test("an object whose spec has changed waits for the store", () => {
  const ready = { phase: "evaluating_finish", observedGeneration: 1 } as const;
  const status = statusWithoutStore(aDataset({ metadata: { generation: 2 }, status: ready }), AWAY, clock);
  expect(conditionSummaries(status?.conditions)).toContain("Ready=False/StoreUnavailable");
  expect(status).toMatchObject(ready);
});

test("an object that was looked at keeps its status", () => {
  expect(statusWithoutStore(aDataset({ status: { phase: "preprocess", observedGeneration: 1 } }), AWAY, clock)).toBeUndefined();
});
