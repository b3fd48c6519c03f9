import { type DatasetStatus, JobRefused } from "@agatha/contracts";
import { aDataset, allConditionSummaries, clock, NOW } from "../testing/objects.js";
import { statusOfRefusedJob } from "./job-refused.js";

const QUOTA = new JobRefused("exceeded quota: jobs, requested: count/jobs.batch=1, used: count/jobs.batch=10");
const refused = (resource = aDataset(), error = QUOTA) => statusOfRefusedJob(resource, error, clock) as DatasetStatus | undefined;

test("an object whose job is refused says why, and keeps its other fields", () => {
  const status = refused(aDataset({ status: { phase: "preprocess", observedGeneration: 1 } }));
  expect(status).toMatchObject({ phase: "preprocess", observedGeneration: 1 });
  expect(allConditionSummaries(status?.conditions)).toEqual([
    "Ready=False/JobRefused",
    "Queued=False/NotWaiting",
    "Reconciling=True/JobRefused",
    "Stalled=False/JobRefused",
  ]);
  expect(status?.conditions?.[0]?.message).toBe(`The cluster refuses the job, which is tried again: ${QUOTA.message}`);
});

test("a further refusal changes nothing, unless the spec has changed", () => {
  const status = refused();
  const again = new JobRefused("exceeded quota: jobs, used: count/jobs.batch=11");
  expect(refused(aDataset({ status }), again)).toBeUndefined();
  expect(refused(aDataset({ metadata: { generation: 2 }, status }), again)?.conditions?.[0]?.message).toContain("=11");
});

test("an object that is Ready stays so without a further job, unless its spec has changed", () => {
  const checked = {
    type: "Ready",
    status: "True",
    reason: "Checked",
    message: "The dataset can be used.",
    lastTransitionTime: NOW,
  } as const;
  const status: DatasetStatus = { phase: "preprocess", observedGeneration: 1, conditions: [{ ...checked, observedGeneration: 1 }] };
  expect(refused(aDataset({ status }))).toBeUndefined();
  expect(refused(aDataset({ metadata: { generation: 2 }, status }))?.conditions?.[0]).toMatchObject({
    status: "False",
    reason: "JobRefused",
  });
});

test("a refusal in many words is cut", () => {
  expect(refused(aDataset(), new JobRefused("no ".repeat(2_000)))?.conditions?.[0]?.message).toHaveLength(1024);
});
