import { type Job, type JobRunner, resourceName, validated } from "@agatha/contracts";
import type { Call, KubernetesConnection } from "../kubernetes/connection.js";
import { listAll } from "../kubernetes/listing.js";
import { failureOf, inPortTerms, Refusal } from "../kubernetes/refusal.js";
import { warnOf } from "../warnings.js";
import { CONTAINER, jobManifest } from "./kubernetes-job-manifest.js";
import { observeJobs } from "./kubernetes-job-observation.js";
import type { KubernetesJobSettings } from "./kubernetes-job-settings.js";
import { jobOf, latestOf } from "./kubernetes-job-state.js";
import { ENDED_ANNOTATION, JOB_NAME_LABEL, OUR_JOBS_SELECTOR, type WireJob, type WirePod } from "./kubernetes-job-wire.js";

export interface KubernetesJobRunnerOptions {
  /** Closed with the runner. */
  connection: KubernetesConnection;
  settings: KubernetesJobSettings;
  /** Hears of exceptions in observers, and of what keeps the observation of jobs from going on for a while. */
  onError?: (error: unknown) => void;
}

const MAX_LOG_BYTES = 64 * 1024;

/** Jobs of batch/v1, of one pod each. They outlive this process; only their owner's deletion or `remove` ends their traces. */
export function createKubernetesJobRunner({ connection, settings, onError = warnOf }: KubernetesJobRunnerOptions): JobRunner {
  const jobs = `/apis/batch/v1/namespaces/${connection.namespace}/jobs`;
  const pods = `/api/v1/namespaces/${connection.namespace}/pods`;
  const observation = observeJobs(connection, { path: jobs, labelSelector: OUR_JOBS_SELECTOR }, onError);

  /** Undefined when there is nothing of that name. */
  async function ask<T>(call: Call): Promise<T | undefined> {
    try {
      return await connection.request<T>(call);
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return undefined;
      throw failureOf(error);
    }
  }

  const read = (name: string) => ask<WireJob>({ method: "GET", path: `${jobs}/${encodeURIComponent(name)}` });

  async function podsOf(name: string): Promise<WirePod[]> {
    const found = listAll<WirePod>(connection, { path: pods, labelSelector: `${JOB_NAME_LABEL}=${name}` });
    return (await inPortTerms(found)).items;
  }

  async function present(job: WireJob): Promise<Job> {
    const withoutPods = jobOf(job, []);
    if (withoutPods.phase === "queued" && !job.status?.active) return withoutPods;
    return jobOf(job, await podsOf(job.metadata.name));
  }

  return {
    async launch(spec) {
      validated(resourceName, spec.name, "name");
      try {
        await connection.request({ method: "POST", path: jobs, body: jobManifest(spec, settings) });
      } catch (error) {
        if (!(error instanceof Refusal && error.reason === "AlreadyExists")) throw failureOf(error);
      }
    },
    async get(name) {
      const job = await read(name);
      return job && (await present(job));
    },
    async list() {
      const [all, allPods] = await inPortTerms(
        Promise.all([
          listAll<WireJob>(connection, { path: jobs, labelSelector: OUR_JOBS_SELECTOR }),
          listAll<WirePod>(connection, { path: pods, labelSelector: OUR_JOBS_SELECTOR }),
        ]),
      );
      const byJob = new Map<string, WirePod[]>();
      for (const pod of allPods.items) {
        const of = pod.metadata.labels?.[JOB_NAME_LABEL] ?? "";
        byJob.set(of, [...(byJob.get(of) ?? []), pod]);
      }
      return all.items.map((job) => jobOf(job, byJob.get(job.metadata.name) ?? []));
    },
    observe: (changed) => observation.add(changed),
    async cancel(name) {
      const job = await read(name);
      const phase = job && jobOf(job, []).phase;
      if (phase !== "queued" && phase !== "running") return;
      // The job controller ends the pod; a deleted job would be taken for one that was never launched.
      const body = { metadata: { annotations: { [ENDED_ANNOTATION]: "Cancelled" } }, spec: { activeDeadlineSeconds: 0 } };
      await ask({ method: "PATCH", path: `${jobs}/${name}`, contentType: "application/merge-patch+json", body });
    },
    async logs(name, lines) {
      if (lines <= 0) return "";
      const latest = latestOf(await podsOf(name));
      if (!latest) return "";
      const query = { container: CONTAINER, tailLines: lines, limitBytes: MAX_LOG_BYTES };
      try {
        const text = await connection.text({ method: "GET", path: `${pods}/${latest.metadata.name}/log`, query });
        return text.replace(/\n$/, "");
      } catch (error) {
        // Gone meanwhile, or not begun yet.
        if (error instanceof Refusal && (error.status === 404 || error.status === 400)) return "";
        throw failureOf(error);
      }
    },
    async remove(name) {
      const body = { apiVersion: "v1", kind: "DeleteOptions", propagationPolicy: "Background" };
      await ask({ method: "DELETE", path: `${jobs}/${encodeURIComponent(name)}`, body });
    },
    async ping() {
      await ask({ method: "GET", path: jobs, query: { limit: 1 } });
    },
    async close() {
      connection.close();
      await observation.stop();
    },
  };
}
