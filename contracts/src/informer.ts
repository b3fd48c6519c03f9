import type { KindName, Resource } from "./kinds/index.js";
import type { ResourceStore } from "./ports/index.js";
import { type Backoff, backoffMs, type Timers } from "./timers.js";

export interface ResourceChange<K extends KindName> {
  /** SYNC: nothing is known to have changed, but it is time to look again. */
  type: "ADDED" | "MODIFIED" | "DELETED" | "SYNC";
  resource: Resource<K>;
}

/** What is known of a kind's objects at the moment; it may lag behind the store. */
export interface Lister<K extends KindName> {
  get(name: string): Resource<K> | undefined;
  list(): Resource<K>[];
}

export interface Informer<K extends KindName> extends Lister<K> {
  /** An exception in a handler is logged. To be called before `start`. */
  onChange(handler: (change: ResourceChange<K>) => void): void;
  start(): void;
  /** Whether a list has been seen since the start. */
  synced(): boolean;
  stop(): Promise<void>;
}

/** What loggers such as pino's have. */
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
  /** The watch is ended and everything listed again after this time, so that a missed event is made good. */
  resyncMs?: number;
  backoff?: Backoff;
}

const RESYNC_MS = 5 * 60_000;
/** A list and a watch each time: less than one request a second, and back within 30 s. */
const WATCH_BACKOFF: Backoff = { baseMs: 2_500, capMs: 10_000 };

/** Lists, watches, and lists again whenever the watch ends or fails, for whatever reason. */
export function createInformer<K extends KindName>(deps: InformerDeps<K>): Informer<K> {
  const { kind, resources, timers, logger, resyncMs = RESYNC_MS, backoff = WATCH_BACKOFF } = deps;
  // By UID: under its name, a deleted and recreated object would be taken for an updated one.
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

  /** Resolves when it is time to list again, after how many failures in a row. */
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
