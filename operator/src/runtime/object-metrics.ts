import { type Condition, KIND_NAMES, type KindName, type Resource } from "@agatha/contracts";
import type { Timers } from "@agatha/contracts/ports/timers";
import { Gauge, type Registry } from "prom-client";
import type { Listers } from "./watch.js";

/** Reasons of a condition are words of this code and of Kubernetes; this many are told apart. */
const MAX_REASONS = 40;

/** Returns the condition of this type of each object of a kind; undefined where an object has none yet. */
function conditionsOf(listers: Listers, kind: KindName, wanted: string): (Condition | undefined)[] {
  const objects: readonly Resource<KindName>[] = listers[kind].list();
  return objects.map(({ status }) => status?.conditions?.find(({ type }) => type === wanted));
}

/** Registers metrics of the objects in the cache, which are read when the metrics are. Call it once per registry. */
export function registerObjectMetrics(registry: Registry, listers: Listers, timers: Pick<Timers, "now">): void {
  new Gauge({
    name: "agatha_objects",
    help: "Objects by kind, and by the status and reason of their condition Ready: Queued, Training, DatasetNotFound.",
    labelNames: ["kind", "ready", "reason"],
    registers: [registry],
    collect() {
      this.reset();
      const reasons = new Set<string>();
      for (const kind of KIND_NAMES) {
        for (const condition of conditionsOf(listers, kind, "Ready")) {
          const { status: ready = "Unknown", reason = "New" } = condition ?? {};
          if (reasons.size < MAX_REASONS) reasons.add(reason);
          this.inc({ kind, ready, reason: reasons.has(reason) ? reason : "Other" });
        }
      }
    },
  });
  new Gauge({
    name: "agatha_longest_queued_seconds",
    help: "How long the job that waits longest has waited for its turn; 0 if none waits.",
    registers: [registry],
    collect() {
      const since = KIND_NAMES.flatMap((kind) => conditionsOf(listers, kind, "Queued")).flatMap((condition) =>
        condition?.status === "True" ? [Date.parse(condition.lastTransitionTime)] : [],
      );
      this.set(since.length === 0 ? 0 : Math.max(0, timers.now() - Math.min(...since)) / 1000);
    },
  });
}
