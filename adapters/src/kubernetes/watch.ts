import { Expired } from "@agatha/contracts";
import { type KubernetesConnection, Overdue } from "./connection.js";
import { Refusal } from "./refusal.js";

/**
 * The server ends each leg of a watch after so long, and we go on from where it ended. A leg that is still there much later
 * hangs on a half-open connection: HTTP/1.1 has no other sign of that.
 */
const LEG_SECONDS = 15;
const LATE_MS = 3_000;
/** A leg that the server ends sooner than this is trouble: the caller lists again, and waits before that. */
const SHORT_MS = 2_000;

/** An object, as far as a watch reads it. */
export interface Watched {
  metadata: { resourceVersion: string };
}

export interface Told<W extends Watched> {
  type: "ADDED" | "MODIFIED" | "DELETED";
  object: W;
}

/** Something to be watched: all objects of a collection, or those with a label. */
export interface Watchable {
  path: string;
  labelSelector?: string;
}

/**
 * The newest version that the server told. Asked for a later one, it would wait for it in silence: so after a restore of its
 * database, when versions begin at an earlier one. (Versions of one server can be compared: KEP-5504.)
 */
export interface Newest {
  saw(version: string): void;
  /** Whether the server has ever told a version as late as this one; true as long as it has told none. */
  covers(version: string): boolean;
}

export function createNewest(): Newest {
  let newest: number | undefined;
  return {
    saw(version) {
      newest = Math.max(newest ?? 0, Number(version));
    },
    covers: (version) => newest === undefined || Number(version) <= newest,
  };
}

export type Watch = <W extends Watched>(what: Watchable, resourceVersion: string, signal: AbortSignal) => AsyncGenerator<Told<W>>;

type Line<W> = { type: Told<Watched>["type"] | "BOOKMARK"; object: W } | { type: "ERROR"; object: { code?: number } };

/**
 * Reads no faster than it is read; a reader that is too slow for the server's memory is refused (410), never left with a gap.
 * Ends when the signal aborts or the server ends a watch at once; throws when the version is no longer to be had, and when
 * the connection fails.
 */
export function createWatch(connection: KubernetesConnection, newest: Newest): Watch {
  /** One leg's objects, bookmarks included, to its end or to where it hangs. */
  async function* leg<W extends Watched>({ path, labelSelector }: Watchable, version: string, signal: AbortSignal) {
    const query = { watch: true, allowWatchBookmarks: true, resourceVersion: version, timeoutSeconds: LEG_SECONDS, labelSelector };
    try {
      for await (const line of connection.lines({ method: "GET", path, query }, signal, LEG_SECONDS * 1000 + LATE_MS)) yield told<W>(line);
    } catch (error) {
      if (!signal.aborted && !(error instanceof Overdue)) throw error;
    }
  }

  return async function* watch<W extends Watched>(what: Watchable, resourceVersion: string, signal: AbortSignal): AsyncGenerator<Told<W>> {
    // The server takes nothing and 0 for "from any version".
    if (!/^[1-9]\d*$/.test(resourceVersion) || !newest.covers(resourceVersion)) {
      throw new Expired(`${JSON.stringify(resourceVersion)} is no version to watch from`);
    }
    let version = resourceVersion;
    while (!signal.aborted) {
      const start = Date.now();
      for await (const { type, object } of leg<W>(what, version, signal)) {
        version = object.metadata.resourceVersion;
        newest.saw(version);
        if (type !== "BOOKMARK") yield { type, object };
        if (signal.aborted) return;
      }
      if (Date.now() - start < SHORT_MS) return;
    }
  };
}

/** Throws what an ERROR says: a watch that the server has accepted tells its failures as events. */
function told<W extends Watched>(line: string): Exclude<Line<W>, { type: "ERROR" }> {
  const parsed = JSON.parse(line) as Line<W>;
  if (parsed.type === "ERROR") throw new Refusal(parsed.object.code ?? 500, JSON.stringify(parsed.object));
  return parsed;
}
