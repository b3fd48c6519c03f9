import { Expired } from "@agatha/contracts";
import type { KubernetesConnection } from "./connection.js";
import { RequestTimeout, StatusError } from "./status-error.js";

/**
 * The server ends each session of a watch after this time, and the next one resumes there. A session that lasts much longer hangs on a
 * half-open connection. HTTP/1.1 gives no other sign of that.
 */
const WATCH_SESSION_SECONDS = 15;
const WATCH_SESSION_GRACE_MS = 3_000;
/** If the server ends a session earlier than this, it is in trouble: the caller waits and lists again. */
const MIN_WATCH_SESSION_MS = 2_000;

/** The fields of an object that a watch reads. */
interface VersionedObject {
  metadata: { resourceVersion: string };
}

interface ObjectWatchEvent<W extends VersionedObject> {
  type: "ADDED" | "MODIFIED" | "DELETED";
  object: W;
}

/** Target of a watch: all objects of a collection, or those with a label. */
export interface WatchTarget {
  path: string;
  labelSelector?: string;
}

/**
 * Newest version that the server has reported. A watch from a later version would wait in silence. That happens after a restore
 * of the server's database, when versions restart lower. (Versions of one server can be compared: KEP-5504.)
 */
interface LatestVersion {
  observe(version: string): void;
  /** Returns true if the server has reported a version at least this late, or none at all. */
  includes(version: string): boolean;
}

export function createLatestVersion(): LatestVersion {
  let newest: number | undefined;
  return {
    observe(version) {
      newest = Math.max(newest ?? 0, Number(version));
    },
    includes: (version) => newest === undefined || Number(version) <= newest,
  };
}

export type Watch = <W extends VersionedObject>(
  what: WatchTarget,
  resourceVersion: string,
  signal: AbortSignal,
) => AsyncGenerator<ObjectWatchEvent<W>>;

type WatchLine<W> =
  | { type: ObjectWatchEvent<VersionedObject>["type"] | "BOOKMARK"; object: W }
  | { type: "ERROR"; object: { code?: number } };

/**
 * Creates a watch, which reads no faster than its consumer. The server refuses a consumer that is too slow for its memory (410),
 * so no event is skipped. Ends when the signal aborts or the server ends a session at once. Throws if the version is no longer
 * available or the connection fails.
 */
export function createWatch(connection: KubernetesConnection, newest: LatestVersion): Watch {
  /** Yields the objects of one session, including bookmarks, until it ends or hangs. */
  async function* watchSession<W extends VersionedObject>({ path, labelSelector }: WatchTarget, version: string, signal: AbortSignal) {
    const query = {
      watch: true,
      allowWatchBookmarks: true,
      resourceVersion: version,
      timeoutSeconds: WATCH_SESSION_SECONDS,
      labelSelector,
    };
    try {
      for await (const line of connection.lines(
        { method: "GET", path, query },
        signal,
        WATCH_SESSION_SECONDS * 1000 + WATCH_SESSION_GRACE_MS,
      ))
        yield parseWatchLine<W>(line);
    } catch (error) {
      if (!signal.aborted && !(error instanceof RequestTimeout)) throw error;
    }
  }

  return async function* watch<W extends VersionedObject>(
    what: WatchTarget,
    resourceVersion: string,
    signal: AbortSignal,
  ): AsyncGenerator<ObjectWatchEvent<W>> {
    // The server reads an empty version and 0 as "any version".
    if (!/^[1-9]\d*$/.test(resourceVersion) || !newest.includes(resourceVersion)) {
      throw new Expired(`${JSON.stringify(resourceVersion)} is no version to watch from`);
    }
    let version = resourceVersion;
    while (!signal.aborted) {
      const start = performance.now();
      for await (const { type, object } of watchSession<W>(what, version, signal)) {
        version = object.metadata.resourceVersion;
        newest.observe(version);
        if (type !== "BOOKMARK") yield { type, object };
        if (signal.aborted) return;
      }
      if (performance.now() - start < MIN_WATCH_SESSION_MS) return;
    }
  };
}

/** Throws the error of an ERROR event: once the server has accepted a watch, it reports failures as events. */
function parseWatchLine<W extends VersionedObject>(line: string): Exclude<WatchLine<W>, { type: "ERROR" }> {
  const parsed = JSON.parse(line) as WatchLine<W>;
  if (parsed.type === "ERROR") throw new StatusError(parsed.object.code ?? 500, JSON.stringify(parsed.object));
  return parsed;
}
