/** Simulates a node of a cluster: runs the pods of jobs as processes of this machine, and reports their status as a kubelet would. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { KubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import { listAll } from "@agatha/adapters/kubernetes/list-all";
import { createLatestVersion, createWatch } from "@agatha/adapters/kubernetes/watch";

const TRAINER_PROGRAM = fileURLToPath(new URL("../../../trainer/bundle/main.js", import.meta.url));

interface Pod {
  metadata: { name: string; uid: string; resourceVersion: string; deletionTimestamp?: string };
  spec: { containers: { name: string; image: string; env: { name: string; value: string }[] }[] };
  status: { phase: string };
}

export interface FakeNode {
  /** Names of tasks in the order of their starts, once for each start. */
  started: string[];
  /** Makes tasks of this kind fail as soon as they start, until another kind or none is given. */
  failTasksOf(kind: string | undefined): void;
  stop(): Promise<void>;
}

/** Starts a fake node. `stores` replaces the environment that pods get from Secrets and ConfigMaps. */
export function startFakeNode(admin: KubernetesConnection, stores: Record<string, string>): FakeNode {
  const pods = `/api/v1/namespaces/${admin.namespace}/pods`;
  const processes = new Map<string, ChildProcess>();
  const started: string[] = [];
  let broken: string | undefined;
  const stopping = new AbortController();

  const report = (pod: Pod, phase: string, state: object) =>
    admin.request({
      method: "PATCH",
      path: `${pods}/${pod.metadata.name}/status`,
      contentType: "application/merge-patch+json",
      body: {
        status: {
          phase,
          conditions: [{ type: "Ready", status: phase === "Running" ? "True" : "False" }],
          containerStatuses: [{ name: "trainer", image: "", imageID: "", ready: phase === "Running", restartCount: 0, state }],
        },
      },
    });

  async function run(pod: Pod): Promise<void> {
    const scratch = mkdtempSync(join(tmpdir(), "agatha-node-"));
    const env = Object.fromEntries(pod.spec.containers[0]!.env.map(({ name, value }) => [name, value]));
    started.push(env.AGATHA_TASK!);
    const startedAt = new Date().toISOString();
    const child = spawn(process.execPath, [TRAINER_PROGRAM], {
      env: { PATH: process.env.PATH, ...stores, ...env, AGATHA_SCRATCH: scratch, TMPDIR: scratch, HOME: scratch },
      stdio: ["ignore", "ignore", "inherit"],
    });
    processes.set(pod.metadata.uid, child);
    if (broken !== undefined && env.AGATHA_TASK!.includes(`-${broken}-`)) child.kill("SIGKILL");
    const ended = new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? 137)));
    await report(pod, "Running", { running: { startedAt } });
    const exitCode = await ended;
    rmSync(scratch, { recursive: true, force: true });
    const terminated = { exitCode, startedAt, finishedAt: new Date().toISOString() };
    await report(pod, exitCode === 0 ? "Succeeded" : "Failed", { terminated });
  }

  function see(pod: Pod): void {
    const { uid, deletionTimestamp } = pod.metadata;
    if (deletionTimestamp !== undefined) processes.get(uid)?.kill();
    else if (pod.status.phase === "Pending" && !processes.has(uid)) {
      run(pod).catch(() => {
        // The pod was deleted meanwhile, or the server is stopping.
        processes.get(uid)?.kill("SIGKILL");
      });
    }
  }

  const watch = createWatch(admin, createLatestVersion());
  async function follow(): Promise<void> {
    const { items, resourceVersion } = await listAll<Pod>(admin, { path: pods });
    items.forEach(see);
    for await (const { type, object } of watch<Pod>({ path: pods }, resourceVersion, stopping.signal)) {
      if (type === "DELETED") processes.get(object.metadata.uid)?.kill("SIGKILL");
      else see(object);
    }
  }
  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await follow();
      } catch (error) {
        // Requests are throttled while the server does not respond, so this is no busy loop.
        if (!stopping.signal.aborted) process.stderr.write(`node: ${error}\n`);
      }
    }
  }
  const working = work();

  return {
    started,
    failTasksOf(kind) {
      broken = kind;
    },
    async stop() {
      stopping.abort();
      for (const child of processes.values()) child.kill("SIGKILL");
      await working;
      admin.close();
    },
  };
}
