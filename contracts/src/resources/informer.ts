import type { KindName, Resource } from "../kinds/index.js";
import type { ResourceStore } from "../ports/index.js";
import { type Backoff, backoffMs, pause, type Timers } from "../ports/timers.js";

/** The fields of an object that an informer reads. */
export interface InformedObject {
  metadata: { name: string; uid: string; resourceVersion: string };
}

export interface ObjectChange<T extends InformedObject> {
  /** SYNC: no known change; a periodic resync. */
  type: "ADDED" | "MODIFIED" | "DELETED" | "SYNC";
  resource: T;
  /** The object before a modification. */
  previous?: T;
}

/** Cached objects. The cache may lag behind their source. */
interface ObjectLister<T extends InformedObject> {
  get(name: string): T | undefined;
  list(): T[];
}

interface ObjectInformer<T extends InformedObject> extends ObjectLister<T> {
  /** Registers a handler. Call it before `start`. An exception in a handler is logged. */
  onChange(handler: (change: ObjectChange<T>) => void): void;
  start(): void;
  /** Returns true once a list has succeeded since the start. */
  synced(): boolean;
  stop(): Promise<void>;
}

/** Where an informer's objects come from. `watch` reports every change after the list of that version. */
interface ObjectSource<T extends InformedObject> {
  list(): Promise<{ items: T[]; resourceVersion: string }>;
  watch(resourceVersion: string, signal: AbortSignal): AsyncIterable<{ type: "ADDED" | "MODIFIED" | "DELETED"; resource: T }>;
}

export type ResourceChange<K extends KindName> = ObjectChange<Resource<K>>;
/** Cached objects of a kind. */
export type Lister<K extends KindName> = ObjectLister<Resource<K>>;
export type Informer<K extends KindName> = ObjectInformer<Resource<K>>;

/** Interface of loggers such as pino's. */
interface Logger {
  debug(about: object, message: string): void;
  warn(about: object, message: string): void;
  error(about: object, message: string): void;
}

interface WatchDeps {
  timers: Timers;
  logger: Logger;
  /** Period after which the watch ends and the informer lists again, to recover missed events. */
  resyncMs?: number;
  backoff?: Backoff;
}

interface ObjectInformerDeps<T extends InformedObject> extends WatchDeps {
  /** Name of the objects' kind in the log. */
  kind: string;
  source: ObjectSource<T>;
}

export interface InformerDeps<K extends KindName> extends WatchDeps {
  kind: K;
  resources: Pick<ResourceStore, "list" | "watch">;
}

const RESYNC_MS = 5 * 60_000;
/** Each attempt is a list and a watch: fewer than one request a second, and recovery within 30 s. */
const WATCH_BACKOFF: Backoff = { baseMs: 2_500, capMs: 10_000 };

/** Creates an informer of a store's objects of one kind. */
export function createInformer<K extends KindName>({ kind, resources, ...deps }: InformerDeps<K>): Informer<K> {
  return createObjectInformer<Resource<K>>({
    ...deps,
    kind,
    source: { list: () => resources.list(kind), watch: (version, signal) => resources.watch(kind, version, signal) },
  });
}

/** Creates an informer that lists and watches. It lists again whenever the watch ends or fails, for any reason. */
export function createObjectInformer<T extends InformedObject>(deps: ObjectInformerDeps<T>): ObjectInformer<T> {
  const { kind, source, timers, logger, resyncMs = RESYNC_MS, backoff = WATCH_BACKOFF } = deps;
  // Keyed by UID: keyed by name, a recreated object would look like an update of the deleted one.
  const byUid = new Map<string, T>();
  const uidOf = new Map<string, string>();
  const handlers: ((change: ObjectChange<T>) => void)[] = [];
  const stopController = new AbortController();
  let synced = false;
  let running: Promise<void> | undefined;

  function notifyHandlers(change: ObjectChange<T>) {
    for (const handler of handlers) {
      try {
        handler(change);
      } catch (error) {
        logger.error({ err: error, kind, name: change.resource.metadata.name }, "a handler of a change failed");
      }
    }
  }

  function upsert(resource: T, unchanged: "SYNC" | undefined) {
    const { name, uid, resourceVersion } = resource.metadata;
    const namesake = uidOf.get(name);
    if (namesake !== undefined && namesake !== uid) remove(namesake);
    const cached = byUid.get(uid);
    byUid.set(uid, resource);
    uidOf.set(name, uid);
    if (!cached) notifyHandlers({ type: "ADDED", resource });
    else if (cached.metadata.resourceVersion !== resourceVersion) notifyHandlers({ type: "MODIFIED", resource, previous: cached });
    else if (unchanged) notifyHandlers({ type: unchanged, resource });
  }

  function remove(uid: string) {
    const cached = byUid.get(uid);
    if (!cached) return;
    byUid.delete(uid);
    if (uidOf.get(cached.metadata.name) === uid) uidOf.delete(cached.metadata.name);
    notifyHandlers({ type: "DELETED", resource: cached });
  }

  async function listAll(): Promise<string> {
    const { items, resourceVersion } = await source.list();
    const present = new Set(items.map((item) => item.metadata.uid));
    for (const uid of [...byUid.keys()]) if (!present.has(uid)) remove(uid);
    for (const item of items) upsert(item, "SYNC");
    synced = true;
    return resourceVersion;
  }

  /** Resolves when it is time to list again, with the number of consecutive failures. */
  async function listAndWatch(failures: number): Promise<number> {
    const watchController = new AbortController();
    const end = () => watchController.abort();
    stopController.signal.addEventListener("abort", end);
    let cancelResync: (() => void) | undefined;
    let healthy = false;
    let since = timers.now();
    try {
      const version = await listAll();
      since = timers.now();
      const resync = { due: false };
      cancelResync = timers.after(resyncMs, () => {
        resync.due = true;
        end();
      });
      for await (const { type, resource } of source.watch(version, watchController.signal)) {
        healthy = true;
        if (type === "DELETED") remove(resource.metadata.uid);
        else upsert(resource, undefined);
      }
      if (resync.due || stopController.signal.aborted) return 0;
      logger.debug({ kind }, "the watch ended");
    } catch (error) {
      if (watchController.signal.aborted) return 0;
      logger.warn({ err: error, kind }, "list or watch failed");
    } finally {
      cancelResync?.();
      stopController.signal.removeEventListener("abort", end);
      end();
    }
    return healthy || timers.now() - since > backoff.capMs ? 1 : failures + 1;
  }

  async function run() {
    let failures = 0;
    while (!stopController.signal.aborted) {
      failures = await listAndWatch(failures);
      if (failures > 0) await pause(backoffMs(backoff, failures), stopController.signal, timers);
    }
  }

  return {
    get(name) {
      const uid = uidOf.get(name);
      return uid === undefined ? undefined : byUid.get(uid);
    },
    list: () => [...byUid.values()],
    onChange: (handler) => void handlers.push(handler),
    start() {
      running ??= run();
    },
    synced: () => synced,
    async stop() {
      stopController.abort();
      await running;
    },
  };
}
