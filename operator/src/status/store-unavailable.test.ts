import { type DatasetStatus, type ServiceName, StoreRefusal, Unavailable } from "@agatha/contracts";
import { aDataset, allConditionSummaries, clock, conditionSummaries } from "../testing/objects.js";
import { statusWithoutStore } from "./store-unavailable.js";

const AWAY = new Unavailable("mongodb:27017 does not answer", { service: "document store" });
const WAITS = [
  "Ready=False/StoreUnavailable",
  "Queued=False/NotWaiting",
  "Reconciling=True/StoreUnavailable",
  "Stalled=False/StoreUnavailable",
];

test.each<ServiceName>(["document store", "object store", "security token service", "Kubernetes API server"])(
  "a new object waits for the %s, and keeps telling so in the same words",
  (service) => {
    const status = statusWithoutStore(aDataset(), new Unavailable("ECONNREFUSED", { service }), clock) as DatasetStatus;
    expect(allConditionSummaries(status.conditions)).toEqual(WAITS);
    expect(status.conditions?.[0]?.message).toMatch(new RegExp(`^The ${service} does not answer\\.`));
    expect(statusWithoutStore(aDataset({ status }), new Unavailable("other words", { service }), clock)).toEqual(status);
  },
);

test.each([
  ["a store that refuses", new StoreRefusal("The service refuses credentials.")],
  ["a store that knows what is wrong with it", new Unavailable("The service refuses credentials")],
])("%s is told in its own words", (_what, error) => {
  const status = statusWithoutStore(aDataset(), error, clock) as DatasetStatus;
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
