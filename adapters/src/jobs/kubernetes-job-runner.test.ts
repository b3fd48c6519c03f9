import { InvalidInput, JobRefused, type JobSpec, Unavailable } from "@agatha/contracts";
import type { HttpRequest, KubernetesConnection } from "../kubernetes/connection.js";
import { StatusError } from "../kubernetes/status-error.js";
import { createKubernetesJobRunner } from "./kubernetes-job-runner.js";
import { kubernetesJobSettings } from "./kubernetes-job-settings.js";

const SPEC: JobSpec = {
  name: "training",
  owner: { kind: "Model", name: "hardness", uid: "u" },
  account: "amber",
  memoryMiB: 1024,
  cpus: 2,
  deadlineSeconds: 60,
};

/** A runner on an API server that answers in this way. */
function runnerOn(answer: (call: HttpRequest) => unknown) {
  const connection: Pick<KubernetesConnection, "namespace" | "request"> = {
    namespace: "agatha",
    request: async <T>(call: HttpRequest) => answer(call) as T,
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
