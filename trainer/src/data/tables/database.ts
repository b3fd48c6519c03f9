import { setImmediate } from "node:timers/promises";
import { Unavailable } from "@agatha/contracts";
import type { DuckDBConnection, DuckDBInstance, DuckDBResult, DuckDBValue } from "@duckdb/node-api";
import { quoteLiteral } from "./sql.js";

interface DatabaseOptions {
  /** Only folders whose files the database can read and write. */
  directories: string[];
  /** Folder for data that does not fit in memory; one of `directories`. Without it, nothing is spilled to disk. */
  scratch?: string;
  /** Memory limit of DuckDB's own buffers; the process needs about 100 MiB more. */
  memoryMiB: number;
  threads: number;
  signal?: AbortSignal;
}

/** Private in-memory DuckDB. Identifiers in `sql` are generated or come from `quoteIdentifier`; values are bound. */
export interface Database {
  /** Runs one statement and returns all rows as JavaScript values (BIGINT as bigint). */
  rows(sql: string, values?: DuckDBValue[]): Promise<unknown[][]>;
  /** Runs one statement and returns its rows chunk by chunk. */
  stream(sql: string, values?: DuckDBValue[]): Promise<DuckDBResult>;
  /** Same as `rows`; `progress` receives the finished share of the statement. */
  rowsWithProgress(sql: string, values: DuckDBValue[], progress: (fraction: number) => void): Promise<unknown[][]>;
  /** Interrupts running statements, and resolves when everything is closed. These and later statements throw Unavailable. */
  close(): Promise<void>;
}

/** Loads the library at its first use, so that a process that opens no table stays small. */
export const loadDuckDb = () => import("@duckdb/node-api");

/** Opens a DuckDB database in memory. Its queries end with an error when the signal aborts. */
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
/** Cells of results and of bound lists, which are JSON, that are converted between two other pieces of work of the event loop. */
const CELLS_PER_TURN = 10_000;
const CHARACTERS_PER_CELL = 20;

/** Runs a statement. It converts its values and its result in parts, so that it does not hold the event loop. */
async function readRows(connection: DuckDBConnection, sql: string, values: DuckDBValue[]): Promise<unknown[][]> {
  const { JSDuckDBValueConverter } = await loadDuckDb();
  const turn = createTurns();
  const statement = await connection.prepare(sql);
  try {
    for (const [i, value] of values.entries()) {
      statement.bind({ [i + 1]: value });
      await turn(typeof value === "string" ? value.length / CHARACTERS_PER_CELL : 1);
    }
    const result = await statement.run();
    const rows: unknown[][] = [];
    for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
      const added = Array.from({ length: chunk.rowCount }, (): unknown[] => []);
      for (let column = 0; column < chunk.columnCount; column++) {
        const cells = chunk.convertColumnValues(column, JSDuckDBValueConverter);
        for (const [row, list] of added.entries()) list.push(cells[row]);
        await turn(cells.length);
      }
      for (const row of added) rows.push(row);
    }
    return rows;
  } finally {
    statement.destroySync();
  }
}

/** Returns a function that counts cells, and waits for other work after CELLS_PER_TURN of them. */
function createTurns(): (cells: number) => Promise<void> | undefined {
  let left = CELLS_PER_TURN;
  return (cells) => {
    left -= cells;
    if (left > 0) return undefined;
    left = CELLS_PER_TURN;
    return setImmediate();
  };
}

function createDatabase(instance: DuckDBInstance, connection: DuckDBConnection, signal?: AbortSignal): Database {
  const interrupt = () => connection.interrupt();
  signal?.addEventListener("abort", interrupt);
  const running = new Set<Promise<unknown>>();
  let closed = false;
  const throwIfStopped = (): void => {
    signal?.throwIfAborted();
    if (closed) throw new Unavailable("The table is being closed, because the program stops. Send the request again.");
  };
  const stoppable = async <T>(work: () => Promise<T>): Promise<T> => {
    throwIfStopped();
    const statement = work();
    running.add(statement);
    try {
      return await statement;
    } catch (error) {
      throwIfStopped();
      throw error;
    } finally {
      running.delete(statement);
    }
  };
  const rows = (sql: string, values: DuckDBValue[] = []) => stoppable(() => readRows(connection, sql, values));
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
      closed = true;
      signal?.removeEventListener("abort", interrupt);
      // DuckDB (1.5) deadlocks, with its thread, when a connection is closed during a statement.
      if (running.size > 0) interrupt();
      await Promise.allSettled(running);
      connection.closeSync();
      instance.closeSync();
    },
  };
}
