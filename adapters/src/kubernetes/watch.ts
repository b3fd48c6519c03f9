import { Expired } from "@agatha/contracts";
import { type KubernetesConnection, RequestTimeout } from "./connection.js";
import { StatusError } from "./status-error.js";

/**
 * The server ends each leg of a watch after so long, and we go on from where it ended. A leg that is still there much later
 * hangs on a half-open connection: HTTP/1.1 has no other sign of that.
 */
const WATCH_SESSION_SECONDS = 15;
const WATCH_SESSION_GRACE_MS = 3_000;
/** A leg that the server ends sooner than this is trouble: the caller lists again, and waits before that. */
const MIN_WATCH_SESSION_MS = 2_000;

/** An object, as far as a watch reads it. */
export interface VersionedObject {
  metadata: { resourceVersion: string };
}

export interface ObjectWatchEvent<W extends VersionedObject> {
  type: "ADDED" | "MODIFIED" | "DELETED";
  object: W;
}

/** Something to be watched: all objects of a collection, or those with a label. */
export interface WatchTarget {
  path: string;
  labelSelector?: string;
}

/**
 * The newest version that the server told. Asked for a later one, it would wait for it in silence: so after a restore of its
 * database, when versions begin at an earlier one. (Versions of one server can be compared: KEP-5504.)
 */
export interface LatestVersion {
  observe(version: string): void;
  /** Whether the server has ever told a version as late as this one; true as long as it has told none. */
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
 * Reads no faster than it is read; a reader that is too slow for the server's memory is refused (410), never left with a gap.
 * Ends when the signal aborts or the server ends a watch at once; throws when the version is no longer to be had, and when
 * the connection fails.
 */
export function createWatch(connection: KubernetesConnection, newest: LatestVersion): Watch {
  /** One leg's objects, bookmarks included, to its end or to where it hangs. */
  async function* leg<W extends VersionedObject>({ path, labelSelector }: WatchTarget, version: string, signal: AbortSignal) {
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
    // The server takes nothing and 0 for "from any version".
    if (!/^[1-9]\d*$/.test(resourceVersion) || !newest.includes(resourceVersion)) {
      throw new Expired(`${JSON.stringify(resourceVersion)} is no version to watch from`);
    }
    let version = resourceVersion;
    while (!signal.aborted) {
      const start = Date.now();
      for await (const { type, object } of leg<W>(what, version, signal)) {
        version = object.metadata.resourceVersion;
        newest.observe(version);
        if (type !== "BOOKMARK") yield { type, object };
        if (signal.aborted) return;
      }
      if (Date.now() - start < MIN_WATCH_SESSION_MS) return;
    }
  };
}

/** Throws what an ERROR says: a watch that the server has accepted tells its failures as events. */
function parseWatchLine<W extends VersionedObject>(line: string): Exclude<WatchLine<W>, { type: "ERROR" }> {
  const parsed = JSON.parse(line) as WatchLine<W>;
  if (parsed.type === "ERROR") throw new StatusError(parsed.object.code ?? 500, JSON.stringify(parsed.object));
  return parsed;
}
