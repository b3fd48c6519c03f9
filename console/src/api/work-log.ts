/** Work that was started in this browser: until its end has been reported, and the last that has ended. All tabs share the log. */
import { z } from "zod";

const workId = z.object({
  kind: z.enum(["automodel", "model", "dataset", "report", "evaluation", "batch", "optimization"]),
  /** Of the automatic training, model, evaluation or calculation. Of the dataset for a dataset and its report. */
  id: z.string(),
});
type WorkId = z.infer<typeof workId>;

const startedWork = workId.extend({
  datasetId: z.string(),
  /** Of a calculation. */
  modelId: z.string().optional(),
  /** User who started it: several people may use one browser. */
  userId: z.string(),
});
export type StartedWork = z.infer<typeof startedWork>;

const endedWork = startedWork.extend({ name: z.string(), failed: z.boolean(), endedAt: z.string() });
export type EndedWork = z.infer<typeof endedWork>;

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
    const { started, ended } = z.object({ started: z.array(z.unknown()), ended: z.array(z.unknown()) }).parse(JSON.parse(text ?? "null"));
    return { started: validEntries(startedWork, started), ended: validEntries(endedWork, ended) };
  } catch {
    return { started: [], ended: [] };
  }
}

function validEntries<T>(schema: z.ZodType<T>, entries: readonly unknown[]): T[] {
  return entries.flatMap((entry) => {
    const { success, data } = schema.safeParse(entry);
    return success ? [data] : [];
  });
}
