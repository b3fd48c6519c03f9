import { Gauge, type Registry } from "prom-client";
import { withTimeout } from "../with-timeout.js";

export interface StoreHealthIntervals {
  /** A store that does not answer within this time is away. */
  timeoutMs: number;
  /** Until a store that answered is asked again. */
  healthyIntervalMs: number;
  /** Until one that did not is asked again. */
  unhealthyIntervalMs: number;
}

const TIMES: StoreHealthIntervals = { timeoutMs: 3_000, healthyIntervalMs: 10_000, unhealthyIntervalMs: 2_000 };

interface Pingable {
  ping(): Promise<void>;
}

export interface StoreHealthDeps {
  metrics: Registry;
  logger: { info(what: object, message: string): void; warn(what: object, message: string): void };
  /** Stores that one can begin without. */
  optionalStores?: readonly string[];
  times?: StoreHealthIntervals;
}

/** What is known of the stores that a program works with: in the log when it changes, and as the metric `agatha_store_up`. */
export interface StoreHealth {
  /** These are asked from now on, by the names that people see. */
  add(stores: Record<string, Pingable>): void;
  states(): Record<string, "ok" | "error">;
  /** Whether each one that is needed has answered once: what happens to it later is no reason to begin again. */
  seen(): boolean;
  stop(): void;
}

export function createStoreHealth({ metrics, logger, optionalStores = [], times = TIMES }: StoreHealthDeps): StoreHealth {
  const states = new Map<string, "ok" | "error">();
  const unseen = new Set<string>();
  const timers = new Map<string, NodeJS.Timeout>();
  let stopped = false;
  const up = new Gauge({ name: "agatha_store_up", help: "1 while a store answers.", labelNames: ["store"], registers: [metrics] });

  function hear(store: string, error?: unknown): void {
    const before = states.get(store);
    const now = error === undefined ? "ok" : "error";
    states.set(store, now);
    up.set({ store }, now === "ok" ? 1 : 0);
    if (now === "ok") unseen.delete(store);
    if (now === before) return;
    if (now === "error") logger.warn({ err: error, store }, "a store does not answer");
    else if (before === "error") logger.info({ store }, "the store answers again");
  }

  const late = () => new Error(`no answer within ${times.timeoutMs} ms`);

  async function look(name: string, store: Pingable): Promise<void> {
    const error = await withTimeout(times.timeoutMs, store.ping(), late).then(
      () => undefined,
      (reason: unknown) => reason ?? new Error("no reason was given"),
    );
    if (stopped) return;
    hear(name, error);
    timers.set(
      name,
      setTimeout(() => void look(name, store), error === undefined ? times.healthyIntervalMs : times.unhealthyIntervalMs).unref(),
    );
  }

  return {
    add(stores) {
      for (const [name, store] of Object.entries(stores)) {
        if (!optionalStores.includes(name)) unseen.add(name);
        void look(name, store);
      }
    },
    states: () => Object.fromEntries(states),
    seen: () => unseen.size === 0,
    stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
