import { prefixEnd, type Table } from "../lmdb/environment.js";
import { HEAD_KEY, PRESENCE_PREFIX, type WriteTransaction } from "./resource-table.js";

/** New values by key; undefined removes the key. */
type Changes = Map<string, unknown>;

interface PendingWrite {
  /** Runs the work on `view`. Returns a function that settles the caller's promise after the commit. */
  run(view: WriteTransaction): (failure?: { error: unknown }) => void;
}

interface GroupCommit {
  /**
   * Runs `work` on the current state, serially. All work of one event turn shares a commit. Durable once resolved. If `work`
   * throws, none of its writes happen.
   */
  write<R>(work: (view: WriteTransaction) => R): Promise<R>;
  /** Resolves when no write is pending. */
  idle(): Promise<void>;
}

interface GroupCommitTables {
  table: Table<unknown>;
  /** Receives the presence rows, which no write reads. */
  presence: Table<unknown>;
}

/** Creates a group commit. It calls `onCommit` once all processes can read the changes. */
export function createGroupCommit({ table, presence }: GroupCommitTables, onCommit: (changes: Changes) => void): GroupCommit {
  let waiting: PendingWrite[] = [];
  let draining: Promise<void> | undefined;

  /** Returns false if another store on the folder has written in the meantime: every commit depends on HEAD's stamp. */
  async function commit(stamp: number | undefined, changes: Changes): Promise<boolean> {
    // The promise of the condition covers what its block writes.
    const write = () => {
      for (const [key, value] of changes) {
        const target = key.startsWith(PRESENCE_PREFIX) ? presence : table;
        if (value === undefined) void target.remove(key);
        else void target.put(key, value);
      }
    };
    return table.ifStamp(HEAD_KEY, stamp, write);
  }

  async function commitAll(batch: PendingWrite[]): Promise<void> {
    for (;;) {
      table.resetReadTxn();
      const stamp = table.getEntry(HEAD_KEY)?.stamp;
      const changes: Changes = new Map();
      const view = transactionOn(table, changes);
      const settle = batch.map((one) => one.run(view));
      let failure: { error: unknown } | undefined;
      try {
        if (changes.size > 0 && !(await commit(stamp, changes))) continue;
      } catch (error) {
        failure = { error };
      }
      for (const tell of settle) tell(failure);
      if (changes.size > 0 && !failure) onCommit(changes);
      return;
    }
  }

  async function drain(): Promise<void> {
    // Other writes of this event turn join the commit.
    await null;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await commitAll(batch);
    }
    draining = undefined;
  }

  return {
    write<R>(work: (view: WriteTransaction) => R): Promise<R> {
      return new Promise<R>((resolve, reject) => {
        waiting.push({
          run(view) {
            try {
              const result = runAtomically(view, work);
              return (failure) => (failure ? reject(failure.error) : resolve(result));
            } catch (error) {
              return () => reject(error);
            }
          },
        });
        draining ??= drain();
      });
    },
    idle: async () => draining,
  };
}

/** Applies the writes of `work` only if it does not throw. */
function runAtomically<R>(view: WriteTransaction, work: (view: WriteTransaction) => R): R {
  const changes: Changes = new Map();
  const result = work(overlay(view, changes));
  for (const [key, value] of changes) {
    if (value === undefined) view.remove(key);
    else view.put(key, value);
  }
  return result;
}

function transactionOn(table: Table<unknown>, changes: Changes): WriteTransaction {
  const keys = (prefix: string) => [...table.getKeys({ start: prefix, end: prefixEnd(prefix) })];
  return overlay({ get: (key) => table.get(key), keys }, changes);
}

function overlay(below: Pick<WriteTransaction, "get" | "keys">, changes: Changes): WriteTransaction {
  return {
    get: (key) => (changes.has(key) ? structuredClone(changes.get(key)) : below.get(key)),
    keys(prefix) {
      const all = new Set(below.keys(prefix));
      for (const [key, value] of changes) {
        if (!key.startsWith(prefix)) continue;
        if (value === undefined) all.delete(key);
        else all.add(key);
      }
      return [...all].sort();
    },
    put: (key, value) => void changes.set(key, value),
    remove: (key) => void changes.set(key, undefined),
  };
}
