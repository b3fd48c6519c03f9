import { createServer } from "node:http";
import { collectDefaultMetrics, Registry } from "prom-client";
import { createHealthAndMetrics, type HealthAndMetricsDeps } from "./health-and-metrics.js";
import { closeServer, type ListenAddress, listen } from "./listen.js";
import { createStoreHealth, type StoreHealth, type StoreHealthDeps } from "./store-health.js";

/** Health and metrics of a program, on a port of their own. */
interface OperationsServer {
  /** Has the default metrics of the process. */
  metrics: Registry;
  stores: StoreHealth;
  /** Resolves with the port. */
  listen(address: Omit<ListenAddress, "variable">): Promise<number>;
  close(graceMs: number): Promise<void>;
}

type OperationsServerDeps = Pick<StoreHealthDeps, "logger" | "optionalStores"> & Pick<HealthAndMetricsDeps, "ready">;

export function createOperationsServer({ logger, ready, optionalStores }: OperationsServerDeps): OperationsServer {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const stores = createStoreHealth({ metrics, logger, optionalStores });
  const server = createServer(createHealthAndMetrics({ stores, ready, metrics, logger }));
  return {
    metrics,
    stores,
    listen: (address) => listen(server, { ...address, variable: "OPERATIONS_PORT" }),
    close: (graceMs) => closeServer(server, graceMs),
  };
}
