import { Expired, type KindName, type ResourceStore, type WatchEvent } from "@agatha/contracts";
import { type KubernetesConnection, Overdue } from "../kubernetes/connection.js";
import { failureOf, Refusal } from "../kubernetes/refusal.js";
import { collectionPath, resourceOf, type Wire } from "./kubernetes-wire.js";

/**
 * The server ends each leg of a watch after so long, and we go on from where it ended. A leg that is still there much later
 * hangs on a half-open connection: HTTP/1.1 has no other sign of that.
 */
const LEG_SECONDS = 15;
const LATE_MS = 3_000;
/** A leg that the server ends sooner than this is trouble: the caller lists again, and waits before that. */
const SHORT_MS = 2_000;

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

interface Told {
  type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  object: Wire;
}
type Line = Told | { type: "ERROR"; object: { code?: number; message?: string } };

/** Reads no faster than it is read; a reader that is too slow for the server's memory is told Expired, never left with a gap. */
export function createKubernetesWatch(connection: KubernetesConnection, newest: Newest, legSeconds = LEG_SECONDS): ResourceStore["watch"] {
  /** One leg's objects, bookmarks included, to its end or to where it hangs. */
  async function* leg(kind: KindName, version: string, signal: AbortSignal): AsyncGenerator<Told> {
    const query = { watch: true, allowWatchBookmarks: true, resourceVersion: version, timeoutSeconds: legSeconds };
    const call = { method: "GET", path: collectionPath(connection.namespace, kind), query } as const;
    try {
      for await (const line of connection.lines(call, signal, legSeconds * 1000 + LATE_MS)) yield told(line);
    } catch (error) {
      if (!signal.aborted && !(error instanceof Overdue)) throw failureOf(error);
    }
  }

  return async function* watch<K extends KindName>(kind: K, resourceVersion: string, signal: AbortSignal): AsyncGenerator<WatchEvent<K>> {
    // The server takes nothing and 0 for "from any version".
    if (!/^[1-9]\d*$/.test(resourceVersion) || !newest.covers(resourceVersion)) {
      throw new Expired(`${JSON.stringify(resourceVersion)} is no version to watch from`);
    }
    let version = resourceVersion;
    while (!signal.aborted) {
      const start = Date.now();
      for await (const { type, object } of leg(kind, version, signal)) {
        version = object.metadata.resourceVersion;
        newest.saw(version);
        if (type !== "BOOKMARK") yield { type, resource: resourceOf(kind, object) };
        if (signal.aborted) return;
      }
      if (Date.now() - start < SHORT_MS) return;
    }
  };
}

/** Throws what an ERROR says: a watch that the server has accepted tells its failures as events. */
function told(line: string): Told {
  const parsed = JSON.parse(line) as Line;
  if (parsed.type === "ERROR") throw new Refusal(parsed.object.code ?? 500, JSON.stringify(parsed.object));
  return parsed;
}
