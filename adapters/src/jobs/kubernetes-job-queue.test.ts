import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { type QueueReader, queueReason } from "./kubernetes-job-queue.js";
import { type KubernetesJob, QUEUE_LABEL } from "./kubernetes-job-types.js";

const job = fromPartial<KubernetesJob>({
  metadata: { name: "training", uid: "u1", labels: { [QUEUE_LABEL]: "team-a" } },
  spec: { suspend: true },
});

/** Kueue that serves these versions of its kinds. */
function kueue(served: string[], conditions: object[]): QueueReader {
  return {
    namespace: "science",
    async ask<T>({ path, query }: Parameters<QueueReader["ask"]>[0]): Promise<T | undefined> {
      const [, version = ""] = /^\/apis\/kueue\.x-k8s\.io\/(\w+)\/namespaces\/science\/workloads$/.exec(path) ?? [];
      if (!served.includes(version)) return undefined;
      const items = query?.labelSelector === "kueue.x-k8s.io/job-uid=u1" ? [{ status: { conditions } }] : [];
      return { items } as T;
    },
  };
}

const pending = { type: "QuotaReserved", status: "False", reason: "Pending", message: "insufficient unused quota for cpu" };

test.each([
  ["before 0.15", ["v1beta1"]],
  ["that serves both versions", ["v1beta1", "v1beta2"]],
  ["that no longer serves v1beta1", ["v1beta2"]],
])("a suspended job tells what its Workload waits for in a Kueue %s", async (_which, served) => {
  expect(await queueReason(kueue(served, [pending]), job)).toEqual({
    reason: "Pending",
    message: "insufficient unused quota for cpu",
  });
});

test("without Kueue, a suspended job has no reason of a queue", async () => {
  expect(await queueReason(kueue([], [pending]), job)).toBeUndefined();
});
