/** Starts the whole operator on a real API server, with jobs of batch/v1 and Events, in this process and on a harness's stores. */
import { createKubernetesJobRunner } from "@agatha/adapters/jobs/kubernetes-job-runner";
import { kubernetesJobSettings } from "@agatha/adapters/jobs/kubernetes-job-settings";
import { createEventRecorder } from "@agatha/adapters/kubernetes/event-recorder";
import { systemTimers } from "@agatha/contracts/ports/timers";
import { createOperator } from "@agatha/operator";
import { pino } from "pino";
import { Registry } from "prom-client";
import type { ApiServer } from "../ports/api-server.js";
import { eventually } from "../ports/temporary-folder.js";
import type { TestHarness } from "./test-harness.js";

const JOB_SETTINGS = kubernetesJobSettings.parse({ image: "trainer:1" });

/** Resolves, once it has seen every object, with a function that stops it. */
export async function startKubernetesOperator(server: ApiServer, namespace: string, harness: TestHarness): Promise<() => Promise<void>> {
  const connection = server.admin(namespace);
  const jobs = createKubernetesJobRunner({ connection: server.admin(namespace), settings: JOB_SETTINGS });
  const recorder = createEventRecorder({ connection, instance: "test", onError: () => undefined });
  const operator = createOperator({
    ...harness.ports,
    jobs,
    recorder,
    events: { publish: () => undefined, subscribe: () => () => undefined, ping: async () => undefined, close: async () => undefined },
    timers: systemTimers,
    logger: pino({ level: "silent" }),
    metrics: new Registry(),
  });
  operator.start();
  await eventually(() => operator.ready());
  return async () => {
    await operator.stop();
    await recorder.close();
    await jobs.close();
    connection.close();
  };
}
