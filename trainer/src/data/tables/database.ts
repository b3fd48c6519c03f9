import type { DuckDBConnection, DuckDBInstance, DuckDBResult, DuckDBValue } from "@duckdb/node-api";
import { quoteLiteral } from "./sql.js";

export interface DatabaseOptions {
  /** The only folders whose files can be read and written. */
  directories: string[];
  /** For what does not fit in memory; one of `directories`. Without it nothing is ever spilled. */
  scratch?: string;
  /** Of DuckDB's own buffers; the process needs about 100 MiB besides. */
  memoryMiB: number;
  threads: number;
  signal?: AbortSignal;
}

/** A private DuckDB in memory. Identifiers in `sql` come from `quoted` or from us, values are bound. */
export interface Database {
  /** Runs one statement and returns all rows, with DuckDB's values as JavaScript has them (BIGINT as bigint). */
  rows(sql: string, values?: DuckDBValue[]): Promise<unknown[][]>;
  /** Runs one statement whose rows are fetched chunk by chunk. */
  stream(sql: string, values?: DuckDBValue[]): Promise<DuckDBResult>;
  /** As `rows`; `progress` hears the share of the statement that is done. */
  rowsWithProgress(sql: string, values: DuckDBValue[], progress: (fraction: number) => void): Promise<unknown[][]>;
  /** Ends what is running, which throws, and resolves when all is closed. */
  close(): Promise<void>;
}

/** The library, at the first use: a process that opens no table stays small. */
export const loadDuckDb = () => import("@duckdb/node-api");

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { DuckDBInstance } = await loadDuckDb();
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  for (const setting of sessionSettings(options)) await connection.run(`SET ${setting}`);
  return createDatabase(instance, connection, options.signal);
}

function sessionSettings(options: DatabaseOptions): string[] {
  const spill = options.scratch
    ? [`temp_directory = ${quoteLiteral(options.scratch)}`]
    : ["temp_directory = ''", "max_temp_directory_size = '0KiB'"];
  return [
    `memory_limit = '${options.memoryMiB}MiB'`,
    `threads = ${options.threads}`,
    "timezone = 'UTC'",
    "preserve_insertion_order = true",
    "autoinstall_known_extensions = false",
    "autoload_known_extensions = false",
    ...spill,
    `allowed_directories = [${options.directories.map(quoteLiteral).join(", ")}]`,
    "enable_external_access = false",
    "lock_configuration = true",
  ];
}

const PROGRESS_INTERVAL_MS = 250;

function createDatabase(instance: DuckDBInstance, connection: DuckDBConnection, signal?: AbortSignal): Database {
  const interrupt = () => connection.interrupt();
  signal?.addEventListener("abort", interrupt);
  const running = new Set<Promise<unknown>>();
  const stoppable = async <T>(work: () => Promise<T>): Promise<T> => {
    signal?.throwIfAborted();
    const statement = work();
    running.add(statement);
    try {
      return await statement;
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      running.delete(statement);
    }
  };
  const rows = (sql: string, values?: DuckDBValue[]) =>
    stoppable(async () => (await connection.runAndReadAll(sql, values)).getRowsJS() as unknown[][]);
  return {
    rows,
    stream: (sql, values) => stoppable(() => connection.stream(sql, values)),
    async rowsWithProgress(sql, values, progress) {
      const timer = setInterval(() => progress(Math.max(0, connection.progress.percentage) / 100), PROGRESS_INTERVAL_MS);
      try {
        return await rows(sql, values);
      } finally {
        clearInterval(timer);
      }
    },
    async close() {
      signal?.removeEventListener("abort", interrupt);
      // DuckDB (1.5) waits for itself when a connection is closed under a statement, and its thread for ever with it.
      if (running.size > 0) interrupt();
      await Promise.allSettled(running);
      connection.closeSync();
      instance.closeSync();
    },
  };
}
