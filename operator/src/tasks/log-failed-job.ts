import type { JobRunner } from "@agatha/contracts";
import type { Logger } from "pino";
import type { Attempt } from "./attempts.js";

const LOG_TAIL_LINES = 40;

/** Logs the last output of a failed job, for the administrator and not for the owner. */
export async function logFailedJob(deps: { jobs: Pick<JobRunner, "logs">; logger: Logger }, latest: Attempt | undefined): Promise<void> {
  if (latest?.job?.phase !== "failed" || latest.task.result) return;
  const { name, failure, message } = latest.job;
  const output = await deps.jobs.logs(name, LOG_TAIL_LINES).catch((error: unknown) => `not to be had: ${error}`);
  deps.logger.warn({ job: name, failure, message, output }, "a job failed");
}
