import { Gauge, type Registry } from "prom-client";
import { withTimeout } from "../with-timeout.js";

export interface StoreHealthIntervals {
  /** Time within which a store must respond. */
  timeoutMs: number;
  /** Interval between pings of a store that responds. */
  healthyIntervalMs: number;
  /** Interval between pings of a store that does not respond. */
  unhealthyIntervalMs: number;
}

const TIMES: StoreHealthIntervals = { timeoutMs: 3_000, healthyIntervalMs: 10_000, unhealthyIntervalMs: 2_000 };

interface Pingable {
  ping(): Promise<void>;
}

export interface StoreHealthDeps {
  metrics: Registry;
  logger: { info(what: object, message: string): void; warn(what: object, message: string): void };
  /** Stores that the program can start without. */
  optionalStores?: readonly string[];
  times?: StoreHealthIntervals;
}

/** Health of a program's stores. Changes appear in the log, and the state in the metric `agatha_store_up`. */
export interface StoreHealth {
  /** Starts pinging these stores, by the names shown to users. */
  add(stores: Record<string, Pingable>): void;
  states(): Record<string, "ok" | "error">;
  /** Returns true if each required store has responded once. A later failure does not reset this. */
  seen(): boolean;
  stop(): void;
}

export function createStoreHealth({ metrics, logger, optionalStores = [], times = TIMES }: StoreHealthDeps): StoreHealth {
  const states = new Map<string, "ok" | "error">();
  const neverReached = new Set<string>();
  const timers = new Map<string, NodeJS.Timeout>();
  let stopped = false;
  const up = new Gauge({ name: "agatha_store_up", help: "1 while a store answers.", labelNames: ["store"], registers: [metrics] });

  function record(store: string, error?: unknown): void {
    const before = states.get(store);
    const now = error === undefined ? "ok" : "error";
    states.set(store, now);
    up.set({ store }, now === "ok" ? 1 : 0);
    if (now === "ok") neverReached.delete(store);
    if (now === before) return;
    if (now === "error") logger.warn({ err: error, store }, "a store does not answer");
    else if (before === "error") logger.info({ store }, "the store answers again");
  }

  const timeoutError = () => new Error(`no answer within ${times.timeoutMs} ms`);

  async function poll(name: string, store: Pingable): Promise<void> {
    const error = await withTimeout(times.timeoutMs, store.ping(), timeoutError).then(
      () => undefined,
      (reason: unknown) => reason ?? new Error("no reason was given"),
    );
    if (stopped) return;
    record(name, error);
    timers.set(
      name,
      setTimeout(() => void poll(name, store), error === undefined ? times.healthyIntervalMs : times.unhealthyIntervalMs).unref(),
    );
  }

  return {
    add(stores) {
      for (const [name, store] of Object.entries(stores)) {
        if (!optionalStores.includes(name)) neverReached.add(name);
        void poll(name, store);
      }
    },
    states: () => Object.fromEntries(states),
    seen: () => neverReached.size === 0,
    stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
