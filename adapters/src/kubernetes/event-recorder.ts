import { createHash } from "node:crypto";
import { type KindName, parseNamespacedName, type Resource, type Transition, type TransitionRecorder } from "@agatha/contracts";
import type { KubernetesConnection } from "./connection.js";
import { microTime } from "./micro-time.js";
import { undefinedIfMissing } from "./status-error.js";

interface EventRecorderOptions {
  connection: KubernetesConnection;
  /** Name of this process. */
  instance: string;
  /** Called with events that could not be recorded. */
  onError: (error: unknown) => void;
  now?: () => number;
}

interface Series {
  /** Name of the event. */
  name: string;
  count: number;
  at: number;
}

const REPORTING_CONTROLLER = "agatha.dev/operator";
/** Repetitions within this time become one event with a count, as in client-go. */
const SERIES_WINDOW_MS = 6 * 60_000;
/** Largest number of remembered series, and of pending events; further events are dropped. */
const MAX_PENDING_EVENTS = 1_000;
const MAX_NOTE_LENGTH = 1_024;

/** Creates a recorder of events.k8s.io/v1 Events, which `kubectl describe` and `kubectl events` show. It sends one at a time. */
export function createEventRecorder({ connection, instance, onError, now = Date.now }: EventRecorderOptions): TransitionRecorder {
  const eventsOf = ({ metadata }: Resource<KindName>) => `/apis/events.k8s.io/v1/namespaces/${metadata.namespace}/events`;
  const series = new Map<string, Series>();
  let waiting = 0;
  let sending: Promise<void> = Promise.resolve();

  async function create(resource: Resource<KindName>, transition: Transition, name: string): Promise<void> {
    const { apiVersion, kind, metadata } = resource;
    const { namespace, uid, resourceVersion } = metadata;
    const body = {
      apiVersion: "events.k8s.io/v1",
      kind: "Event",
      metadata: { name, namespace },
      eventTime: microTime(now()),
      type: transition.warning ? "Warning" : "Normal",
      reason: transition.reason,
      action: transition.condition,
      note: transition.message.slice(0, MAX_NOTE_LENGTH),
      regarding: { apiVersion, kind, name: parseNamespacedName(metadata.name).name, namespace, uid, resourceVersion },
      reportingController: REPORTING_CONTROLLER,
      reportingInstance: instance,
    };
    await connection.request({ method: "POST", path: eventsOf(resource), body });
  }

  /** Returns true if the event still exists. */
  async function count(resource: Resource<KindName>, { name, count: times }: Series): Promise<boolean> {
    const body = { series: { count: times, lastObservedTime: microTime(now()) } };
    const path = `${eventsOf(resource)}/${name}`;
    const patch = connection.request({ method: "PATCH", path, contentType: "application/merge-patch+json", body });
    return (await undefinedIfMissing(patch)) !== undefined;
  }

  async function send(resource: Resource<KindName>, transition: Transition): Promise<void> {
    const { name, uid } = resource.metadata;
    const key = JSON.stringify([uid, transition]);
    const known = series.get(key);
    series.delete(key);
    if (known && now() - known.at < SERIES_WINDOW_MS) {
      const next = { ...known, count: known.count + 1, at: now() };
      if (await count(resource, next)) return void series.set(key, next);
    }
    const digest = createHash("sha256").update(`${key}${now()}${instance}`).digest("hex").slice(0, 16);
    const made = { name: `${parseNamespacedName(name).name}.${digest}`, count: 1, at: now() };
    await create(resource, transition, made.name);
    series.set(key, made);
    const [oldest] = series.keys();
    if (series.size > MAX_PENDING_EVENTS && oldest !== undefined) series.delete(oldest);
  }

  return {
    record(resource, transition) {
      if (waiting >= MAX_PENDING_EVENTS) return;
      waiting += 1;
      sending = sending
        .then(() => send(resource, transition))
        .catch(onError)
        .finally(() => {
          waiting -= 1;
        });
    },
    close: () => sending,
  };
}
