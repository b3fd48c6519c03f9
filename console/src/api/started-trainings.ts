/** Automatic trainings that were begun in this browser and whose end nobody was told yet: kept here, and the same in all of its tabs. */

export interface StartedTraining {
  id: string;
  datasetId: string;
  /** Whoever began it: a browser may be used by several. */
  userId: string;
}

export interface StartedTrainings {
  /** The newest first; another list only once something has changed. */
  list(): readonly StartedTraining[];
  add(training: StartedTraining): void;
  /** Whether it was still there: then no other tab has told the end. */
  remove(id: string): boolean;
  /** Returns how to stop. */
  subscribe(onChange: () => void): () => void;
}

const STORAGE_KEY = "agatha.automatic";
/** More are not under way in one browser; older ones were forgotten by their server. */
export const MAX_STARTED_TRAININGS = 20;

type KeyValueStorage = Pick<Storage, "getItem" | "setItem">;
/** A BroadcastChannel, which tells the other tabs and not the one that posts. */
interface Channel {
  postMessage(message: unknown): void;
  addEventListener(event: "message", heard: () => void): void;
}

export function createStartedTrainings(storage: KeyValueStorage, channel: Channel): StartedTrainings {
  // Read again for every change: another tab may have changed it meanwhile.
  const readStored = () => parseStartedTrainings(storage.getItem(STORAGE_KEY));
  let current = readStored();
  const listeners = new Set<() => void>();
  const reload = () => {
    current = readStored();
    for (const listener of listeners) listener();
  };
  const save = (next: readonly StartedTraining[]) => {
    storage.setItem(STORAGE_KEY, JSON.stringify(next));
    reload();
    channel.postMessage("changed");
  };
  channel.addEventListener("message", reload);
  return {
    list: () => current,
    add: (training) => save([training, ...readStored().filter(({ id }) => id !== training.id)].slice(0, MAX_STARTED_TRAININGS)),
    remove(id) {
      const before = readStored();
      const others = before.filter((training) => training.id !== id);
      if (others.length < before.length) save(others);
      return others.length < before.length;
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
  };
}

/** What was kept; nothing where it cannot be understood. */
function parseStartedTrainings(text: string | null): StartedTraining[] {
  try {
    const parsed: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(parsed) ? parsed.filter(isStartedTraining) : [];
  } catch {
    return [];
  }
}

function isStartedTraining(entry: unknown): entry is StartedTraining {
  if (typeof entry !== "object" || entry === null) return false;
  const { id, datasetId, userId } = entry as Partial<Record<keyof StartedTraining, unknown>>;
  return typeof id === "string" && typeof datasetId === "string" && typeof userId === "string";
}
