import { type Job, JobRefused, type JobRunner, type JobSpec, resourceName, validate } from "@agatha/contracts";
import { emitWarning } from "../emit-warning.js";
import type { HttpRequest, KubernetesConnection } from "../kubernetes/connection.js";
import { listAll } from "../kubernetes/list-all.js";
import { isAdmissionRefusal, StatusError, toPortError, undefinedIfMissing, withPortErrors } from "../kubernetes/status-error.js";
import { createJobInformer } from "./kubernetes-job-informer.js";
import { jobManifest, TRAINER_CONTAINER } from "./kubernetes-job-manifest.js";
import { queueReason } from "./kubernetes-job-queue.js";
import { type KubernetesJobSettings, queueOf } from "./kubernetes-job-settings.js";
import { latestPod, toJob } from "./kubernetes-job-state.js";
import { createJobTurns } from "./kubernetes-job-turns.js";
import { ENDED_ANNOTATION, JOB_LABEL_SELECTOR, JOB_NAME_LABEL, type KubernetesJob, type KubernetesPod } from "./kubernetes-job-types.js";

interface KubernetesJobRunnerOptions {
  /** The runner closes it. */
  connection: KubernetesConnection;
  settings: KubernetesJobSettings;
  /** Returns variables with credentials that are the job's own. */
  credentialsOf?: (spec: JobSpec) => Promise<Record<string, string>>;
  /** Called with exceptions in observers, and with errors that interrupt the observation of jobs. */
  onError?: (error: unknown) => void;
}

const MAX_LOG_BYTES = 64 * 1024;

/**
 * Creates a runner for batch/v1 Jobs with one pod each. Jobs outlive this process; deleting their owner or calling `remove`
 * deletes them.
 */
export function createKubernetesJobRunner({
  connection,
  settings,
  credentialsOf,
  onError = emitWarning,
}: KubernetesJobRunnerOptions): JobRunner {
  const jobs = `/apis/batch/v1/namespaces/${connection.namespace}/jobs`;
  const pods = `/api/v1/namespaces/${connection.namespace}/pods`;
  const resume = (name: string) => patchJob(name, { spec: { suspend: false } });
  const { maxJobs, weights } = settings;
  // Without a limit, jobs that waited under an earlier one start.
  const turns = createJobTurns({ places: maxJobs ?? Number.POSITIVE_INFINITY, weights, resume, onError });
  const observation = createJobInformer(
    connection,
    { path: jobs, labelSelector: JOB_LABEL_SELECTOR },
    { onError, onChange: turns.observe },
  );

  /** Returns undefined if the object does not exist. */
  const ask = <T>(call: HttpRequest): Promise<T | undefined> => withPortErrors(undefinedIfMissing(connection.request<T>(call)));

  const patchJob = (name: string, body: object) =>
    ask({ method: "PATCH", path: `${jobs}/${name}`, contentType: "application/merge-patch+json", body });

  /**
   * Returns the turn of a job that waits for a place. Steps of a Dataset are short and have somebody waiting; Kueue has an order of
   * its own.
   */
  function turnOf(spec: JobSpec): number | undefined {
    const isQueued = queueOf(spec, settings).queueName !== undefined;
    return maxJobs === undefined || spec.owner.kind === "Dataset" || isQueued ? undefined : turns.enter(spec.name, spec.account);
  }

  const reader = { namespace: connection.namespace, ask };
  const read = (name: string) => ask<KubernetesJob>({ method: "GET", path: `${jobs}/${encodeURIComponent(name)}` });

  async function podsOf(name: string): Promise<KubernetesPod[]> {
    const found = listAll<KubernetesPod>(connection, { path: pods, labelSelector: `${JOB_NAME_LABEL}=${name}` });
    return (await withPortErrors(found)).items;
  }

  async function present(job: KubernetesJob): Promise<Job> {
    const withoutPods = toJob(job, []);
    if (withoutPods.phase === "queued" && !job.status?.active) return { ...withoutPods, ...(await queueReason(reader, job)) };
    return toJob(job, await podsOf(job.metadata.name));
  }

  return {
    async launch(spec) {
      validate(resourceName, spec.name, "name");
      const credentials = await credentialsOf?.(spec);
      try {
        await connection.request({ method: "POST", path: jobs, body: jobManifest(spec, settings, credentials, turnOf(spec)) });
      } catch (error) {
        turns.leave(spec.name);
        if (error instanceof StatusError && error.reason === "AlreadyExists") return;
        throw isAdmissionRefusal(error) ? new JobRefused(error.message, { cause: error }) : toPortError(error);
      }
    },
    async get(name) {
      const job = await read(name);
      return job && (await present(job));
    },
    async list() {
      const [all, allPods] = await withPortErrors(
        Promise.all([
          listAll<KubernetesJob>(connection, { path: jobs, labelSelector: JOB_LABEL_SELECTOR }),
          listAll<KubernetesPod>(connection, { path: pods, labelSelector: JOB_LABEL_SELECTOR }),
        ]),
      );
      const byJob = new Map<string, KubernetesPod[]>();
      for (const pod of allPods.items) {
        const of = pod.metadata.labels?.[JOB_NAME_LABEL] ?? "";
        byJob.set(of, [...(byJob.get(of) ?? []), pod]);
      }
      return all.items.map((job) => toJob(job, byJob.get(job.metadata.name) ?? []));
    },
    observe: (changed) => observation.subscribe(changed),
    async cancel(name) {
      const job = await read(name);
      const phase = job && toJob(job, []).phase;
      if (phase !== "queued" && phase !== "running") return;
      // The job controller ends the pod. A deleted job would look like one never launched.
      await patchJob(name, { metadata: { annotations: { [ENDED_ANNOTATION]: "Cancelled" } }, spec: { activeDeadlineSeconds: 0 } });
    },
    async logs(name, lines) {
      if (lines <= 0) return "";
      const latest = latestPod(await podsOf(name));
      if (!latest) return "";
      const query = { container: TRAINER_CONTAINER, tailLines: lines, limitBytes: MAX_LOG_BYTES };
      try {
        const text = await connection.text({ method: "GET", path: `${pods}/${latest.metadata.name}/log`, query });
        return text.replace(/\n$/, "");
      } catch (error) {
        // The pod is deleted, or its container has not started.
        if (error instanceof StatusError && (error.status === 404 || error.status === 400)) return "";
        throw toPortError(error);
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
