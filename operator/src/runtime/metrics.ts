import { Counter, Gauge, Histogram, type Registry } from "prom-client";

export type ReconcileResultLabel = "success" | "requeue_after" | "requeue" | "error";

/** Metrics of one controller, with the names of Kubernetes' own controllers, so that existing dashboards work. */
export interface ControllerMetrics {
  depth(keys: number): void;
  added(): void;
  retried(): void;
  active(workers: number): void;
  reconciled(result: ReconcileResultLabel, seconds: number): void;
}

/** Returns the metrics of a controller by its name. Call it once per registry. */
export function createControllerMetrics(registry: Registry): (controller: string) => ControllerMetrics {
  const registers = [registry];
  const depth = new Gauge({ name: "workqueue_depth", help: "Keys waiting.", labelNames: ["name"], registers });
  const adds = new Counter({ name: "workqueue_adds_total", help: "Keys added.", labelNames: ["name"], registers });
  const retries = new Counter({
    name: "workqueue_retries_total",
    help: "Keys added again after a failure.",
    labelNames: ["name"],
    registers,
  });
  const active = new Gauge({
    name: "controller_runtime_active_workers",
    help: "Objects being reconciled.",
    labelNames: ["controller"],
    registers,
  });
  const total = new Counter({
    name: "controller_runtime_reconcile_total",
    help: "Reconciliations by result.",
    labelNames: ["controller", "result"],
    registers,
  });
  const errors = new Counter({
    name: "controller_runtime_reconcile_errors_total",
    help: "Reconciliations that threw.",
    labelNames: ["controller"],
    registers,
  });
  const seconds = new Histogram({
    name: "controller_runtime_reconcile_time_seconds",
    help: "Time of a reconciliation in seconds.",
    labelNames: ["controller"],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60],
    registers,
  });
  return (controller) => ({
    depth: (keys) => depth.set({ name: controller }, keys),
    added: () => adds.inc({ name: controller }),
    retried: () => retries.inc({ name: controller }),
    active: (workers) => active.set({ controller }, workers),
    reconciled(result, duration) {
      total.inc({ controller, result });
      if (result === "error") errors.inc({ controller });
      seconds.observe({ controller }, duration);
    },
  });
}
