/** Trainings whose pod is deleted, evicted, out of memory or past its deadline, on a real kubelet. */
import type { ModelAnswer } from "@agatha/contracts/wire";
import { waitFor } from "../end-to-end/testing/agatha-process.js";
import { TestClient } from "../end-to-end/testing/client.js";
import { existingInstallation } from "./installation.js";
import { createTrainings, type Pod, type Trainings } from "./trainings.js";

const TOO_SMALL = "too-small";
const TOO_LONG = "too-long";
/** A tuning search lasts until its time is over, however fast the machine is. */
const LASTING = { resources: { memoryMiB: 1024 }, tuning: { seconds: 25, candidates: 500 } };
/** Names of trainings with the options that delete their pods. */
const DELETIONS = { deleted: [], forced: ["--force", "--grace-period=0"] };
const installation = existingInstallation();
const { kubectl } = installation;

describe("trainings and their pods", () => {
  const client = new TestClient(process.env.AGATHA_URL!);
  let trainings: Trainings;

  /** The attempts, with the waits between them, run beside the other tests. */
  let outOfMemory: Promise<ModelAnswer>;
  let broken: Map<string, Promise<ModelAnswer>>;
  let tooLong: Promise<ModelAnswer>;

  beforeAll(async () => {
    await client.login();
    trainings = await createTrainings(installation, client);
    await trainings.applyModel(TOO_SMALL, 1_000, { resources: { memoryMiB: 256 } });
    outOfMemory = trainings.waitUntilFinished(TOO_SMALL);
    broken = new Map(Object.entries(DELETIONS).map(([name, options]) => [name, trainWithout(name, options)]));
    await trainings.applyModel(TOO_LONG, 5_000, { resources: { memoryMiB: 4096, deadlineSeconds: 10 } });
    tooLong = trainings.waitUntilFinished(TOO_LONG);
    // The test that awaits a training reports its error.
    for (const training of [outOfMemory, tooLong, ...broken.values()]) training.catch(() => undefined);
  });
  // Makes nodes schedulable again after a failed test.
  afterAll(() => onEveryNode("uncordon"));

  async function onEveryNode(command: "cordon" | "uncordon"): Promise<void> {
    await kubectl([command, "--selector", "kubernetes.io/os=linux"]);
  }
  const history = async (model: string) => await kubectl(["describe", "model", model]);

  /** Starts a training and deletes its pod. */
  async function trainWithout(name: string, options: string[]): Promise<ModelAnswer> {
    await trainings.applyModel(name, 20, LASTING);
    const pod = await trainings.runningPod(name);
    await kubectl(["delete", "pod", pod.metadata.name, "--wait=false", ...options]);
    return await trainings.waitUntilFinished(name);
  }

  test.each([
    ["is deleted", "deleted"],
    ["is deleted by force", "forced"],
  ])("a training whose pod %s is retried and succeeds", async (_what, name) => {
    expect(await broken.get(name)).toMatchObject({ status: "success" });
    expect(await trainings.attempts(name)).toBe(2);
    expect(await history(name)).toMatch(/Warning +Retrying .*Attempt 1 broke off \(Error\)\. The next one starts in a moment\./);
  });

  test("a training evicted from a drained node continues as the same attempt once there is a node again", async () => {
    const name = "drained";
    await trainings.applyModel(name, 20, LASTING);
    const first = await trainings.runningPod(name);
    await onEveryNode("cordon");
    try {
      await drainedAndWaiting(name, first);
    } finally {
      await onEveryNode("uncordon");
    }
    expect(await trainings.waitUntilFinished(name)).toMatchObject({ status: "success" });
    expect(await trainings.attempts(name)).toBe(1);
  });

  async function drainedAndWaiting(name: string, first: Pod): Promise<void> {
    const drain = ["drain", first.spec.nodeName!, "--pod-selector", `agatha.dev/resource=${name}`];
    await kubectl([...drain, "--delete-emptydir-data", "--ignore-daemonsets", "--timeout=60s"]);
    const second = await waitFor("the pod that takes its place", async () =>
      (await trainings.podsOf(name)).find(({ metadata, status }) => metadata.uid !== first.metadata.uid && status.phase === "Pending"),
    );
    expect(second.spec.nodeName).toBeUndefined();
    expect(await trainings.modelAnswer(name)).toMatchObject({ status: "fitting" });
  }

  test("a training that exceeds its memory limit fails after three attempts, tells what to do, and succeeds when that is done", async () => {
    const name = TOO_SMALL;
    expect(await outOfMemory).toMatchObject({
      status: "fitting_fail",
      reason: "OutOfMemory",
      message: "The job needed more than 256 MiB of memory. Raise the memory limit, or use fewer rows or columns.",
    });
    expect(await trainings.attempts(name)).toBe(3);
    expect(await history(name)).toMatch(/Warning +Retrying .*Attempt 1 broke off \(OutOfMemory\)/);
    await kubectl(["patch", "model", name, "--type=merge", "--patch", JSON.stringify({ spec: { resources: { memoryMiB: 3072 } } })]);
    await kubectl(["wait", "--for=condition=Ready", `model/${name}`, "--timeout=500s"]);
    expect(await trainings.modelAnswer(name)).toMatchObject({ status: "success" });
  }, 600_000);

  test("a training that exceeds its deadline fails at once and tells what to do", async () => {
    expect(await tooLong).toMatchObject({
      status: "fitting_fail",
      reason: "DeadlineExceeded",
      message: "The job took longer than its limit. Raise the time limit, or use fewer rows, columns or a smaller model.",
    });
    expect(await trainings.attempts(TOO_LONG)).toBe(1);
  });
});
