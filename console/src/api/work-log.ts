/**
 * Work that was started in this browser: until its end has been reported, and the last that has ended. Also the datasets that others
 * share with the user, so that a share and its end are noticed. All tabs share the log.
 */

const KINDS = ["automodel", "model", "dataset", "report", "evaluation", "batch", "optimization"] as const;
/** Begin and end of the sharing of a dataset with the user. */
const SHARE_KINDS = ["share", "shareEnd"] as const;
type ShareKind = (typeof SHARE_KINDS)[number];
const ENDS = ["done", "failed", "stopped"] as const;

interface WorkId {
  kind: (typeof KINDS)[number];
  /** Id of the automatic training, model, evaluation or calculation; that of the dataset for a dataset and its report. */
  id: string;
}

export interface StartedWork extends WorkId {
  datasetId: string;
  /** Model of a calculation. */
  modelId?: string | undefined;
  /** User who started it: several people may use one browser. */
  userId: string;
}

export interface EndedWork extends Omit<StartedWork, "kind"> {
  kind: StartedWork["kind"] | ShareKind;
  name: string;
  /** failed: an error ended it. stopped: a time limit ended a training. */
  end: (typeof ENDS)[number];
  endedAt: string;
}

/** A dataset that somebody else shares with the user. */
interface SharedDataset {
  id: string;
  name: string;
}

export type WorkOutcome = Pick<EndedWork, "name" | "end" | "endedAt">;

export interface WorkLog {
  /** Newest first. Returns a new array only after a change. */
  started(): readonly StartedWork[];
  /** Returns ended work, the latest first; a new array only after a change. */
  ended(): readonly EndedWork[];
  add(work: StartedWork): void;
  /**
   * Moves work from the started to the ended; without an outcome, as after a cancellation, only removes it. Returns whether it was
   * still listed. True means that no other tab has reported the end.
   */
  end(work: WorkId, outcome: WorkOutcome | null): boolean;
  /**
   * Keeps which datasets are shared with the user. Returns the shares and ends of shares since the last call, which are listed among
   * the ended. The first call for a user lists and returns none.
   */
  updateShared(userId: string, shared: readonly SharedDataset[], at: string): readonly EndedWork[];
  /** Returns the function that unsubscribes. */
  subscribe(onChange: () => void): () => void;
}

const STORAGE_KEY = "agatha.work";
/** One browser never has more work running. The server has forgotten older work. */
export const MAX_STARTED = 20;
const MAX_ENDED = 20;

type KeyValueStorage = Pick<Storage, "getItem" | "setItem">;
/** A BroadcastChannel, which reaches the other tabs but not the sender. */
interface Channel {
  postMessage(message: unknown): void;
  addEventListener(event: "message", heard: () => void): void;
}

interface LoggedWork {
  started: readonly StartedWork[];
  ended: readonly EndedWork[];
  /** By user. */
  shared: Readonly<Record<string, readonly SharedDataset[]>>;
}

/** Keeps the log in `storage`. `channel` notifies other tabs of each change. */
export function createWorkLog(storage: KeyValueStorage, channel: Channel): WorkLog {
  // Read again before every change because another tab may have changed the log.
  const readStored = () => parseLog(storage.getItem(STORAGE_KEY));
  let current = readStored();
  const listeners = new Set<() => void>();
  const reload = () => {
    current = readStored();
    for (const listener of listeners) listener();
  };
  const save = (next: LoggedWork) => {
    storage.setItem(STORAGE_KEY, JSON.stringify(next));
    reload();
    channel.postMessage("changed");
  };
  channel.addEventListener("message", reload);
  return {
    started: () => current.started,
    ended: () => current.ended,
    add(work) {
      const { started, ...rest } = readStored();
      save({ started: [work, ...started.filter((other) => !isSame(other, work))].slice(0, MAX_STARTED), ...rest });
    },
    end(work, outcome) {
      const { started, ended, shared } = readStored();
      const found = started.find((other) => isSame(other, work));
      if (!found) return false;
      const log = outcome === null ? ended : [{ ...found, ...outcome }, ...ended].slice(0, MAX_ENDED);
      save({ started: started.filter((other) => other !== found), ended: log, shared });
      return true;
    },
    updateShared(userId, shared, at) {
      const { started, ended, shared: before } = readStored();
      const news = before[userId] ? changesOfShares(userId, { before: before[userId], shared, at }) : [];
      if (news.length > 0 || !before[userId])
        save({ started, ended: [...news, ...ended].slice(0, MAX_ENDED), shared: { ...before, [userId]: shared } });
      return news;
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
  };
}

function changesOfShares(
  userId: string,
  { before, shared, at }: { before: readonly SharedDataset[]; shared: readonly SharedDataset[]; at: string },
): EndedWork[] {
  const entry = (kind: ShareKind, { id, name }: SharedDataset): EndedWork => ({
    kind,
    id,
    datasetId: id,
    userId,
    name,
    end: "done",
    endedAt: at,
  });
  const without = (some: readonly SharedDataset[], others: readonly SharedDataset[]) =>
    some.filter(({ id }) => !others.some((other) => other.id === id));
  return [
    ...without(shared, before).map((dataset) => entry("share", dataset)),
    ...without(before, shared).map((dataset) => entry("shareEnd", dataset)),
  ];
}

const isSame = (one: WorkId, other: WorkId): boolean => one.kind === other.kind && one.id === other.id;

/** Parses the stored log. Leaves out what is not valid. */
function parseLog(text: string | null): LoggedWork {
  try {
    const { started, ended, shared } = JSON.parse(text ?? "{}") as Record<keyof LoggedWork, unknown>;
    return {
      started: Array.isArray(started) ? started.filter(isStartedWork) : [],
      ended: Array.isArray(ended) ? ended.filter(isEndedWork) : [],
      shared: parseShared(shared),
    };
  } catch {
    return { started: [], ended: [], shared: {} };
  }
}

function parseShared(users: unknown): LoggedWork["shared"] {
  if (typeof users !== "object" || users === null) return {};
  const isDataset = (entry: Partial<SharedDataset> | null) => typeof entry?.id === "string" && typeof entry.name === "string";
  return Object.fromEntries(Object.entries(users).filter(([, list]) => Array.isArray(list) && list.every(isDataset)));
}

/** A schema library would have to be part of the first load. */
const isStartedWork = (entry: unknown): entry is StartedWork => isWork(entry, KINDS);

function isWork(entry: unknown, kinds: readonly string[]): boolean {
  if (typeof entry !== "object" || entry === null) return false;
  const { kind, id, datasetId, modelId = "", userId } = entry as Record<keyof StartedWork, unknown>;
  return kinds.some((known) => known === kind) && [id, datasetId, modelId, userId].every((value) => typeof value === "string");
}

function isEndedWork(entry: unknown): entry is EndedWork {
  if (!isWork(entry, [...KINDS, ...SHARE_KINDS])) return false;
  const { name, end, endedAt } = entry as Partial<EndedWork>;
  return typeof name === "string" && ENDS.some((known) => known === end) && !Number.isNaN(Date.parse(endedAt ?? ""));
}
