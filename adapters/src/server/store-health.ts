import { ERRORS, STORAGE_PROBLEMS, type StorageProblem, toNotWritable } from "@agatha/contracts";
import { Gauge, Histogram, type Registry } from "prom-client";
import { withTimeout } from "../with-timeout.js";
import type { AwayStores } from "./fail-fast.js";

interface StoreHealthIntervals {
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

/** full, read-only: the store answers, but cannot save anything. */
export type StoreState = "ok" | "error" | "full" | "read-only";

/** A store is known to be away after this many pings in a row without an answer: a single one may be lost. */
const AWAY_AFTER_PINGS = 2;

const STORAGE_STATES = { [ERRORS.storageFull]: "full", [ERRORS.storageReadOnly]: "read-only" } as const satisfies Record<
  StorageProblem,
  StoreState
>;

const LOG_MESSAGES = {
  error: "a store does not answer",
  full: "a store's disk is full: nothing can be saved until there is room",
  "read-only": "a store's disk is read-only: nothing can be saved until it is writable",
} as const satisfies Record<Exclude<StoreState, "ok">, string>;

/**
 * Health of a program's stores. Changes appear in the log, and the states in the metrics `agatha_store_up` and
 * `agatha_store_writable`.
 */
export interface StoreHealth extends AwayStores {
  /** Starts pinging these stores, by the names shown to users. */
  add(stores: Record<string, Pingable>): void;
  states(): Record<string, StoreState>;
  /** Returns why a store cannot save anything, or undefined if all can. */
  storageProblem(): StorageProblem | undefined;
  /** Returns true if each required store has responded once. A later failure does not reset this. */
  seen(): boolean;
  stop(): void;
}

export function createStoreHealth({ metrics, logger, optionalStores = [], times = TIMES }: StoreHealthDeps): StoreHealth {
  const states = new Map<string, StoreState>();
  const neverReached = new Set<string>();
  const timers = new Map<string, NodeJS.Timeout>();
  const unansweredPings = new Map<string, number>();
  const awayListeners = new Map<string, Set<() => void>>();
  let stopped = false;
  const up = new Gauge({ name: "agatha_store_up", help: "1 while a store answers.", labelNames: ["store"], registers: [metrics] });
  const writable = new Gauge({
    name: "agatha_store_writable",
    help: "0 while a store's disk is full or read-only.",
    labelNames: ["store"],
    registers: [metrics],
  });

  const pingSeconds = new Histogram({
    name: "agatha_store_ping_duration_seconds",
    help: "Time in which a store answers a ping; the time limit if it does not.",
    labelNames: ["store"],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 3],
    registers: [metrics],
  });

  function countPing(store: string, answered: boolean): void {
    const unanswered = answered ? 0 : (unansweredPings.get(store) ?? 0) + 1;
    unansweredPings.set(store, unanswered);
    if (unanswered === AWAY_AFTER_PINGS) for (const away of awayListeners.get(store) ?? []) away();
  }

  function record(store: string, error?: unknown): void {
    const before = states.get(store);
    const problem = toNotWritable(error)?.code;
    const now = error === undefined ? "ok" : problem ? STORAGE_STATES[problem] : "error";
    states.set(store, now);
    up.set({ store }, now === "error" ? 0 : 1);
    writable.set({ store }, problem ? 0 : 1);
    if (now !== "error") neverReached.delete(store);
    countPing(store, now !== "error");
    if (now === before) return;
    if (now !== "ok") logger.warn({ err: error, store }, LOG_MESSAGES[now]);
    else if (before !== undefined) logger.info({ store }, "the store is well again");
  }

  const timeoutError = () => new Error(`no answer within ${times.timeoutMs} ms`);

  async function poll(name: string, store: Pingable): Promise<void> {
    const end = pingSeconds.startTimer({ store: name });
    const error = await withTimeout(times.timeoutMs, store.ping(), timeoutError).then(
      () => undefined,
      (reason: unknown) => reason ?? new Error("no reason was given"),
    );
    if (stopped) return;
    end();
    record(name, error);
    timers.set(
      name,
      setTimeout(() => void poll(name, store), error === undefined ? times.healthyIntervalMs : times.unhealthyIntervalMs).unref(),
    );
  }

  return {
    isAway: (store) => (unansweredPings.get(store) ?? 0) >= AWAY_AFTER_PINGS,
    onAway(store, away) {
      const listeners = awayListeners.get(store) ?? new Set();
      awayListeners.set(store, listeners.add(away));
      return () => void listeners.delete(away);
    },
    add(stores) {
      for (const [name, store] of Object.entries(stores)) {
        if (!optionalStores.includes(name)) neverReached.add(name);
        void poll(name, store);
      }
    },
    states: () => Object.fromEntries(states),
    storageProblem() {
      const found = [...states.values()];
      return STORAGE_PROBLEMS.find((problem) => found.includes(STORAGE_STATES[problem]));
    },
    seen: () => neverReached.size === 0,
    stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
