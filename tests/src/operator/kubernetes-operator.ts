/** Starts the whole operator on a real API server, with jobs of batch/v1 and Events, in this process and on a harness's stores. */
import { createKubernetesJobRunner } from "@agatha/adapters/jobs/kubernetes-job-runner";
import { kubernetesJobSettings } from "@agatha/adapters/jobs/kubernetes-job-settings";
import { createEventRecorder } from "@agatha/adapters/kubernetes/event-recorder";
import { createOwnedSecrets } from "@agatha/adapters/kubernetes/owned-secrets";
import type { EventBus } from "@agatha/contracts";
import { createTokenStore, type TokenStore } from "@agatha/contracts/api-access/api-tokens";
import { systemTimers } from "@agatha/contracts/ports/timers";
import { createOperator } from "@agatha/operator";
import { pino } from "pino";
import { Registry } from "prom-client";
import type { ApiServer } from "../ports/api-server.js";
import { eventually } from "../ports/temporary-folder.js";
import type { TestHarness } from "./test-harness.js";

const JOB_SETTINGS = kubernetesJobSettings.parse({ image: "trainer:1" });

export const PREDICTION_URL = "http://agatha-models.test.svc/tukey/tukey/api/";
const NO_EVENTS: EventBus = {
  publish: () => undefined,
  subscribe: () => () => undefined,
  ping: async () => undefined,
  close: async () => undefined,
};

/** Returns the store of API tokens that such an operator has. */
export const tokenStore = ({ ports }: TestHarness): TokenStore =>
  createTokenStore({ documents: ports.documents, clock: systemTimers, config: { secretKey: Buffer.alloc(32, 7) } });

/** Resolves, once it has seen every object, with a function that stops it. */
export async function startKubernetesOperator(
  server: ApiServer,
  namespace: string,
  harness: TestHarness,
  events = NO_EVENTS,
): Promise<() => Promise<void>> {
  const connection = server.admin(namespace);
  const jobs = createKubernetesJobRunner({ connection: server.admin(namespace), settings: JOB_SETTINGS });
  const recorder = createEventRecorder({ connection, instance: "test", onError: () => undefined });
  const operator = createOperator({
    ...harness.ports,
    jobs,
    recorder,
    events,
    secrets: createOwnedSecrets(connection),
    tokens: tokenStore(harness),
    predictionUrl: () => PREDICTION_URL,
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
