import { once } from "node:events";
import { InvalidInput, JobRefused, type JobSpec, Unavailable } from "@agatha/contracts";
import type { HttpRequest, KubernetesConnection } from "../kubernetes/connection.js";
import { StatusError } from "../kubernetes/status-error.js";
import { createKubernetesJobRunner } from "./kubernetes-job-runner.js";
import { kubernetesJobSettings } from "./kubernetes-job-settings.js";
import { ACCOUNT_ANNOTATION, type KubernetesJob, TURN_ANNOTATION } from "./kubernetes-job-types.js";

const SPEC: JobSpec = {
  name: "training",
  owner: { kind: "Model", name: "hardness", uid: "u" },
  account: "amber",
  memoryMiB: 1024,
  cpus: 2,
  deadlineSeconds: 60,
};

/** A runner on an API server that answers in this way, and has no news. */
function runnerOn(answer: (call: HttpRequest) => unknown) {
  const connection: Pick<KubernetesConnection, "namespace" | "request" | "lines" | "close"> = {
    namespace: "agatha",
    request: async <T>(call: HttpRequest) => answer(call) as T,
    async *lines(_call, signal) {
      await once(signal, "abort");
      yield* [];
    },
    close: () => undefined,
  };
  return createKubernetesJobRunner({
    connection: connection as KubernetesConnection,
    settings: kubernetesJobSettings.parse({ image: "trainer:1" }),
  });
}

/** As Kubernetes words its refusals. */
const QUOTA = 'jobs.batch "training" is forbidden: exceeded quota: jobs, requested: count/jobs.batch=1, limited: count/jobs.batch=10';
const INVALID = 'Job.batch "training" is invalid: spec.template.spec.tolerations[0].operator: Invalid value: ""';
const WEBHOOK = 'admission webhook "policy.example.com" denied the request: no owner';

test.each([
  [403, "Forbidden", QUOTA],
  [422, "Invalid", INVALID],
  [400, "BadRequest", WEBHOOK],
])("a job that the API server refuses with %i is refused in its words", async (status, reason, message) => {
  const runner = runnerOn(() => {
    throw new StatusError(status, JSON.stringify({ reason, message }));
  });
  const error = await runner.launch(SPEC).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(JobRefused);
  expect(error).toMatchObject({ message });
});

test("a job is not refused by a server that cannot answer now, nor by one that has it already", async () => {
  const answers = [new StatusError(503, ""), new StatusError(409, JSON.stringify({ reason: "AlreadyExists" }))];
  const runner = runnerOn(() => {
    throw answers.shift();
  });
  await expect(runner.launch(SPEC)).rejects.toThrow(Unavailable);
  await runner.launch(SPEC);
});

test("a name that is none is an invalid input", async () => {
  await expect(runnerOn(() => ({})).launch({ ...SPEC, name: "no name" })).rejects.toThrow(InvalidInput);
});

test("jobs that wait for a place start after the limit of places is removed", async () => {
  const waiting = (name: string, turn: string): KubernetesJob => ({
    metadata: {
      name,
      uid: `uid-of-${name}`,
      resourceVersion: "1",
      creationTimestamp: "2024-05-01T08:00:00Z",
      annotations: { [ACCOUNT_ANNOTATION]: "amber", [TURN_ANNOTATION]: turn },
    },
    spec: { suspend: true },
  });
  const resumed: string[] = [];
  const bothResumed = new Promise<void>((resolve) => {
    const runner = runnerOn(({ method, path, body }) => {
      if (method === "GET") return { items: [waiting("first", "1"), waiting("second", "2")], metadata: { resourceVersion: "1" } };
      resumed.push(`${path.split("/").at(-1)} ${JSON.stringify(body)}`);
      if (resumed.length === 2) resolve(runner.close());
      return {};
    });
    runner.observe(() => undefined);
  });
  await bothResumed;
  expect(resumed).toEqual(['first {"spec":{"suspend":false}}', 'second {"spec":{"suspend":false}}']);
});
