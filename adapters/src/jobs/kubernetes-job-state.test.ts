import { toJob } from "./kubernetes-job-state.js";
import { DEADLINE_ANNOTATION, type KubernetesJob, type KubernetesPod } from "./kubernetes-job-types.js";

const NOW = "2024-05-01T08:00:00Z";
const job = (spec: KubernetesJob["spec"] = {}): KubernetesJob => ({
  metadata: { name: "train-a", uid: "u", resourceVersion: "1", creationTimestamp: NOW },
  spec,
  status: { active: 1 },
});
const pod = (status: KubernetesPod["status"]): KubernetesPod => ({
  metadata: { name: "train-a-x", creationTimestamp: NOW },
  ...(status && { status }),
});
const noRoom = "0/1 nodes are available: 1 Insufficient memory.";

test.each<[string, KubernetesJob, KubernetesPod[], object]>([
  ["without a pod says no more", job(), [], {}],
  [
    "in a queue that has not admitted it is suspended",
    job({ suspend: true }),
    [],
    { reason: "Suspended", message: "The job is suspended: its queue has not admitted it yet." },
  ],
  [
    "whose pod finds no node tells what the scheduler says",
    job(),
    [pod({ conditions: [{ type: "PodScheduled", status: "False", reason: "Unschedulable", message: noRoom }] })],
    { reason: "Unschedulable", message: noRoom },
  ],
  [
    "whose image cannot be pulled tells what the node says",
    job(),
    [
      pod({
        containerStatuses: [{ name: "trainer", state: { waiting: { reason: "ImagePullBackOff", message: "Back-off pulling image" } } }],
      }),
    ],
    { reason: "ImagePullBackOff", message: "Back-off pulling image" },
  ],
  [
    "whose pod is being started says so",
    job(),
    [pod({ containerStatuses: [{ name: "trainer", state: { waiting: { reason: "ContainerCreating" } } }] })],
    { reason: "ContainerCreating", message: "The job's pod is being started." },
  ],
])("a queued job %s", (_when, queued, pods, told) => {
  expect(toJob(queued, pods)).toEqual({ name: "train-a", phase: "queued", ...told });
});

const LATE = "The job's pod did not start within 60 s";
test.each<[string, object, object]>([
  [
    "and whose container never started was not started",
    { waiting: { reason: "ImagePullBackOff", message: "Back-off pulling image" } },
    { failure: "NotStarted", message: `${LATE}: ImagePullBackOff: Back-off pulling image` },
  ],
  [
    "and whose container the kubelet says to be unknown was not started",
    { terminated: { exitCode: 137, reason: "ContainerStatusUnknown", startedAt: null, finishedAt: null } },
    { failure: "NotStarted", message: expect.stringMatching(`^${LATE}: its image`) },
  ],
  [
    "and whose container ran took too long",
    { terminated: { exitCode: 143, reason: "Error", startedAt: NOW, finishedAt: NOW } },
    { failure: "DeadlineExceeded", message: "The job ran longer than 60 s" },
  ],
  [
    "and whose container started within half of it took too long",
    { terminated: { exitCode: 143, reason: "Error", startedAt: "2024-05-01T08:00:30Z", finishedAt: "2024-05-01T08:01:00Z" } },
    { failure: "DeadlineExceeded", message: "The job ran longer than 60 s" },
  ],
  [
    "and whose container started later than in half of it was not started in time",
    { terminated: { exitCode: 143, reason: "Error", startedAt: "2024-05-01T08:00:50Z", finishedAt: "2024-05-01T08:01:00Z" } },
    { failure: "NotStarted", message: "The job's pod took 50 s of its 60 s to start: its image or a volume was slow" },
  ],
])("a job whose pod exceeded its deadline %s", (_how, state, told) => {
  const failed: KubernetesJob = {
    metadata: { ...job().metadata, annotations: { [DEADLINE_ANNOTATION]: "60" } },
    spec: {},
    status: { conditions: [{ type: "Failed", status: "True", reason: "PodFailurePolicy", lastTransitionTime: NOW }] },
  };
  const late = pod({ phase: "Failed", reason: "DeadlineExceeded", startTime: NOW, containerStatuses: [{ name: "trainer", state }] });
  expect(toJob(failed, [late])).toMatchObject({ phase: "failed", ...told });
});

test("the state of a job is that of its trainer, whatever a sidecar does beside it", () => {
  const sidecar = (state: object) => ({ name: "istio-proxy", state });
  const trainer = (state: object) => ({ name: "trainer", state });
  const waiting = { waiting: { reason: "ImagePullBackOff", message: "Back-off pulling image" } };
  const begun = pod({ phase: "Pending", containerStatuses: [sidecar({ running: { startedAt: NOW } }), trainer(waiting)] });
  expect(toJob(job(), [begun])).toMatchObject({ phase: "queued", reason: "ImagePullBackOff" });
  const failed: KubernetesJob = {
    metadata: { ...job().metadata, annotations: { [DEADLINE_ANNOTATION]: "60" } },
    spec: {},
    status: { conditions: [{ type: "Failed", status: "True", reason: "PodFailurePolicy", lastTransitionTime: NOW }] },
  };
  const terminated = { terminated: { exitCode: 143, reason: "Error", startedAt: NOW, finishedAt: NOW } };
  const late = pod({ phase: "Failed", reason: "DeadlineExceeded", containerStatuses: [sidecar(terminated), trainer(waiting)] });
  const message = `${LATE}: ImagePullBackOff: Back-off pulling image`;
  expect(toJob(failed, [late])).toMatchObject({ phase: "failed", failure: "NotStarted", message });
});

test("a job whose pod filled its scratch volume was evicted, as the kubelet says", () => {
  const message = 'Usage of EmptyDir volume "scratch" exceeds the limit "1Gi".';
  const failed: KubernetesJob = {
    ...job(),
    status: { conditions: [{ type: "Failed", status: "True", reason: "PodFailurePolicy", lastTransitionTime: NOW }] },
  };
  const ended = { terminated: { exitCode: 137, reason: "Error", finishedAt: NOW } };
  const evicted = pod({ reason: "Evicted", message, containerStatuses: [{ name: "trainer", state: ended }] });
  expect(toJob(failed, [evicted])).toMatchObject({ phase: "failed", failure: "Evicted", message });
});
