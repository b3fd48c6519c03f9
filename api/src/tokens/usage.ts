/**
 * Usage of each token. A call only increments a number in memory. The counts are written every second, one document for each
 * token, so that answers never wait for them. A killed process loses the counts of its last second.
 */
import { type ApiUsage, COLLECTIONS, isoTime } from "@agatha/contracts";
import type { VerifiedToken } from "@agatha/contracts/api-access/api-tokens";
import type { ApiDeps } from "../deps.js";
import { upsertDocument } from "../resources/retry-on-conflict.js";

const FLUSH_INTERVAL_MS = 1_000;

type UsageCount = Omit<ApiUsage, "id" | "version" | "expiresAt">;

export interface TokenUsage {
  /** Counts an answered call and its rows. */
  record(token: VerifiedToken, rows: number): void;
  /** Resolves when everything that this process has counted is durable. */
  flush(): Promise<void>;
  /**
   * Returns the usage of all tokens that the subject ever had, or of all subjects, including this process's unwritten counts. The
   * token used last comes first.
   */
  list(subjectUid?: string): Promise<ApiUsage[]>;
  /** Writes what this process has counted; logs it if the store does not take it. */
  close(): Promise<void>;
}

/** Counts in memory and writes the counts at most `writeAfterMs` later. */
export function createTokenUsage(deps: Pick<ApiDeps, "documents" | "clock" | "logger">, writeAfterMs = FLUSH_INTERVAL_MS): TokenUsage {
  const documents = deps.documents.collection(COLLECTIONS.apiUsage);
  let pending = new Map<string, UsageCount>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function add(id: string, count: UsageCount): void {
    const present = pending.get(id);
    pending.set(id, present ? addCounts(present, count) : count);
    timer ??= setTimeout(() => void writeOrLog(), writeAfterMs).unref();
  }

  async function persist(id: string, count: UsageCount): Promise<void> {
    await upsertDocument(documents, id, async (present) => ({ ...(present ? addCounts(present, count) : count), id }));
  }

  async function flushAll(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const all = pending;
    pending = new Map();
    const outcomes = await Promise.allSettled(
      [...all].map(async ([id, count]) => {
        await persist(id, count).catch((error: unknown) => {
          // While the store is unavailable the counts stay in memory: no more than there are tokens.
          add(id, count);
          throw error;
        });
      }),
    );
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  }
  function write(): Promise<void> {
    writing = writing.catch(() => undefined).then(flushAll);
    return writing;
  }
  async function writeOrLog(): Promise<void> {
    await write().catch((error: unknown) => deps.logger.warn({ err: error }, "the use of API tokens could not be written"));
  }

  return {
    record({ tokenHash, uid }, rows) {
      const now = isoTime(deps.clock);
      add(tokenHash, { subjectUid: uid, calls: 1, rows, firstUsedAt: now, lastUsedAt: now });
    },
    flush: write,
    async list(subjectUid) {
      await write();
      const found = await documents.find(subjectUid === undefined ? {} : { where: { subjectUid } });
      return found.sort((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt));
    },
    close: writeOrLog,
  };
}

function addCounts(one: UsageCount, other: UsageCount): UsageCount {
  return {
    subjectUid: one.subjectUid,
    calls: one.calls + other.calls,
    rows: one.rows + other.rows,
    firstUsedAt: earliest(one.firstUsedAt, other.firstUsedAt),
    lastUsedAt: latest(one.lastUsedAt, other.lastUsedAt),
  };
}

/** ISO times in UTC sort as text. */
const earliest = (...times: string[]): string => times.sort()[0] ?? "";
const latest = (...times: string[]): string => times.sort().at(-1) ?? "";
