/**
 * Automatic training that was started in this browser and whose end has not been reported yet. All tabs of the browser share the
 * list.
 */

export interface StartedTraining {
  id: string;
  datasetId: string;
  /** User who started it: several people may use one browser. */
  userId: string;
}

export interface StartedTrainings {
  /** Newest first. Returns a new array only after a change. */
  list(): readonly StartedTraining[];
  add(training: StartedTraining): void;
  /** Returns whether it was still listed. True means that no other tab has reported the end. */
  remove(id: string): boolean;
  /** Returns the function that unsubscribes. */
  subscribe(onChange: () => void): () => void;
}

const STORAGE_KEY = "agatha.automatic";
/** One browser never has more trainings running. The server has forgotten older ones. */
export const MAX_STARTED_TRAININGS = 20;

type KeyValueStorage = Pick<Storage, "getItem" | "setItem">;
/** A BroadcastChannel, which reaches the other tabs but not the sender. */
interface Channel {
  postMessage(message: unknown): void;
  addEventListener(event: "message", heard: () => void): void;
}

export function createStartedTrainings(storage: KeyValueStorage, channel: Channel): StartedTrainings {
  // Read again before every change because another tab may have changed the list.
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

/** Parses the stored list. Returns an empty list if the text is not valid. */
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
