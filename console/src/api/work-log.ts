/** Work that was started in this browser: until its end has been reported, and the last that has ended. All tabs share the log. */

const KINDS = ["automodel", "model", "dataset", "report", "evaluation", "batch", "optimization"] as const;

interface WorkId {
  kind: (typeof KINDS)[number];
  /** Of the automatic training, model, evaluation or calculation. Of the dataset for a dataset and its report. */
  id: string;
}

export interface StartedWork extends WorkId {
  datasetId: string;
  /** Of a calculation. */
  modelId?: string | undefined;
  /** User who started it: several people may use one browser. */
  userId: string;
}

export interface EndedWork extends StartedWork {
  name: string;
  failed: boolean;
  endedAt: string;
}

type WorkOutcome = Pick<EndedWork, "name" | "failed" | "endedAt">;

export interface WorkLog {
  /** Newest first. Returns a new array only after a change. */
  started(): readonly StartedWork[];
  /** What ended last comes first. Returns a new array only after a change. */
  ended(): readonly EndedWork[];
  add(work: StartedWork): void;
  /**
   * Moves work from the started to the ended; without an outcome, as after a cancellation, only removes it. Returns whether it was
   * still listed. True means that no other tab has reported the end.
   */
  end(work: WorkId, outcome: WorkOutcome | null): boolean;
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
}

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
      const { started, ended } = readStored();
      save({ started: [work, ...started.filter((other) => !isSame(other, work))].slice(0, MAX_STARTED), ended });
    },
    end(work, outcome) {
      const { started, ended } = readStored();
      const found = started.find((other) => isSame(other, work));
      if (!found) return false;
      const log = outcome === null ? ended : [{ ...found, ...outcome }, ...ended].slice(0, MAX_ENDED);
      save({ started: started.filter((other) => other !== found), ended: log });
      return true;
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
  };
}

const isSame = (one: WorkId, other: WorkId): boolean => one.kind === other.kind && one.id === other.id;

/** Parses the stored log. Leaves out what is not valid. */
function parseLog(text: string | null): LoggedWork {
  try {
    const { started, ended } = JSON.parse(text ?? "{}") as Record<keyof LoggedWork, unknown>;
    return {
      started: Array.isArray(started) ? started.filter(isStartedWork) : [],
      ended: Array.isArray(ended) ? ended.filter(isEndedWork) : [],
    };
  } catch {
    return { started: [], ended: [] };
  }
}

/** A schema library would have to be part of the first load. */
function isStartedWork(entry: unknown): entry is StartedWork {
  if (typeof entry !== "object" || entry === null) return false;
  const { kind, id, datasetId, modelId = "", userId } = entry as Record<keyof StartedWork, unknown>;
  return KINDS.some((known) => known === kind) && [id, datasetId, modelId, userId].every((value) => typeof value === "string");
}

function isEndedWork(entry: unknown): entry is EndedWork {
  if (!isStartedWork(entry)) return false;
  const { name, failed, endedAt } = entry as Partial<EndedWork>;
  return typeof name === "string" && typeof failed === "boolean" && !Number.isNaN(Date.parse(endedAt ?? ""));
}
