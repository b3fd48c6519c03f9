import type { KindName, Resource } from "./kinds/index.js";
import type { ResourceStore } from "./ports/index.js";
import { type Backoff, backoffMs, type Timers } from "./timers.js";

export interface ResourceChange<K extends KindName> {
  /** SYNC: no known change; a periodic resync. */
  type: "ADDED" | "MODIFIED" | "DELETED" | "SYNC";
  resource: Resource<K>;
}

/** Cached objects of a kind. The cache may lag behind the store. */
export interface Lister<K extends KindName> {
  get(name: string): Resource<K> | undefined;
  list(): Resource<K>[];
}

export interface Informer<K extends KindName> extends Lister<K> {
  /** Registers a handler. Call it before `start`. An exception in a handler is logged. */
  onChange(handler: (change: ResourceChange<K>) => void): void;
  start(): void;
  /** Returns true once a list has succeeded since the start. */
  synced(): boolean;
  stop(): Promise<void>;
}

/** Interface of loggers such as pino's. */
interface Logger {
  debug(about: object, message: string): void;
  warn(about: object, message: string): void;
  error(about: object, message: string): void;
}

export interface InformerDeps<K extends KindName> {
  kind: K;
  resources: Pick<ResourceStore, "list" | "watch">;
  timers: Timers;
  logger: Logger;
  /** Period after which the watch ends and the informer lists again, to recover missed events. */
  resyncMs?: number;
  backoff?: Backoff;
}

const RESYNC_MS = 5 * 60_000;
/** Each attempt is a list and a watch: fewer than one request a second, and recovery within 30 s. */
const WATCH_BACKOFF: Backoff = { baseMs: 2_500, capMs: 10_000 };

/** Creates an informer that lists and watches. It lists again whenever the watch ends or fails, for any reason. */
export function createInformer<K extends KindName>(deps: InformerDeps<K>): Informer<K> {
  const { kind, resources, timers, logger, resyncMs = RESYNC_MS, backoff = WATCH_BACKOFF } = deps;
  // Keyed by UID: keyed by name, a recreated object would look like an update of the deleted one.
  const byUid = new Map<string, Resource<K>>();
  const uidOf = new Map<string, string>();
  const handlers: ((change: ResourceChange<K>) => void)[] = [];
  const stopping = new AbortController();
  let synced = false;
  let running: Promise<void> | undefined;

  function tell(type: ResourceChange<K>["type"], resource: Resource<K>) {
    for (const handler of handlers) {
      try {
        handler({ type, resource });
      } catch (error) {
        logger.error({ err: error, kind, name: resource.metadata.name }, "a handler of a change failed");
      }
    }
  }

  function keep(resource: Resource<K>, unchanged: "SYNC" | undefined) {
    const { name, uid, resourceVersion } = resource.metadata;
    const namesake = uidOf.get(name);
    if (namesake !== undefined && namesake !== uid) drop(namesake);
    const known = byUid.get(uid);
    byUid.set(uid, resource);
    uidOf.set(name, uid);
    if (!known) tell("ADDED", resource);
    else if (known.metadata.resourceVersion !== resourceVersion) tell("MODIFIED", resource);
    else if (unchanged) tell(unchanged, resource);
  }

  function drop(uid: string) {
    const known = byUid.get(uid);
    if (!known) return;
    byUid.delete(uid);
    if (uidOf.get(known.metadata.name) === uid) uidOf.delete(known.metadata.name);
    tell("DELETED", known);
  }

  async function listAll(): Promise<string> {
    const { items, resourceVersion } = await resources.list(kind);
    const present = new Set(items.map((item) => item.metadata.uid));
    for (const uid of [...byUid.keys()]) if (!present.has(uid)) drop(uid);
    for (const item of items) keep(item, "SYNC");
    synced = true;
    return resourceVersion;
  }

  /** Resolves when it is time to list again, with the number of consecutive failures. */
  async function listAndWatch(failures: number): Promise<number> {
    const watching = new AbortController();
    const end = () => watching.abort();
    stopping.signal.addEventListener("abort", end);
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
      for await (const { type, resource } of resources.watch(kind, version, watching.signal)) {
        healthy = true;
        if (type === "DELETED") drop(resource.metadata.uid);
        else keep(resource, undefined);
      }
      if (resync.due || stopping.signal.aborted) return 0;
      logger.debug({ kind }, "the watch ended");
    } catch (error) {
      if (watching.signal.aborted) return 0;
      logger.warn({ err: error, kind }, "list or watch failed");
    } finally {
      cancelResync?.();
      stopping.signal.removeEventListener("abort", end);
      end();
    }
    return healthy || timers.now() - since > backoff.capMs ? 1 : failures + 1;
  }

  async function run() {
    let failures = 0;
    while (!stopping.signal.aborted) {
      failures = await listAndWatch(failures);
      if (failures > 0) await pause(backoffMs(backoff, failures));
    }
  }

  async function pause(ms: number) {
    await new Promise<void>((resolve) => {
      const cancel = timers.after(ms, done);
      function done() {
        stopping.signal.removeEventListener("abort", done);
        cancel();
        resolve();
      }
      if (stopping.signal.aborted) done();
      else stopping.signal.addEventListener("abort", done);
    });
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
      stopping.abort();
      await running;
    },
  };
}
