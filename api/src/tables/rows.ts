import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Resource, SamplingMethod } from "@agatha/contracts";
import type { rowsQuery } from "@agatha/contracts/wire";
import type { EditSteps, RowPage, RowReader } from "@agatha/trainer/serving";
import type { Response } from "express";
import type { z } from "zod";
import { readyTableForSampling } from "../datasets/status.js";
import { isClientDisconnect } from "../http/client-disconnect.js";
import type { TableReaderCache } from "./table-reader-cache.js";

/** Cells of one answer that are in memory at once. */
const CELLS_PER_PAGE = 50_000;
/** Cells that are converted to one piece of text at once. */
const CELLS_PER_CHUNK = 20_000;

type RowsQuery = z.output<typeof rowsQuery>;

/** Selection of a table's rows. */
interface RowSelection {
  /** From the first row on when left out. */
  start?: number;
  /** As many rows as there are when left out. */
  limit?: number;
  sampling: SamplingMethod;
  /** Edits that precede the selection. */
  edits?: EditSteps;
}

interface RowsToSend {
  dataset: Resource<"Dataset">;
  extraction?: EditSteps | undefined;
  /** Further members of the answer, which are read before its first byte. */
  more?(reader: RowReader, sampling: SamplingMethod): Promise<object>;
}

/**
 * Writes the requested rows to the response in chunks, or returns false while there is no table with them. Throws before the
 * first byte for a failed dataset, and for an edit history that does not fit or leaves no row.
 */
export async function sendRows(
  readers: TableReaderCache,
  { dataset, extraction: edits, more }: RowsToSend,
  query: Pick<RowsQuery, "start" | "limit" | "sampling">,
  response: Response,
): Promise<boolean> {
  const table = readyTableForSampling(dataset, query.sampling);
  if (!table) return false;
  await readers.use(table.key, async (reader) => {
    const { start, limit } = query;
    const { sampling } = table;
    const pages = readPages(reader, { start, limit, sampling, edits }, dataset.status?.columnCount ?? 1);
    // A broken table fails at its first rows, when the response can still be an error.
    const first = await pages.next();
    const facts = { start, limit, ...(await more?.(reader, sampling)) };
    response.status(200).type("json");
    await pipeline(Readable.from(jsonChunks(first, pages, facts), { objectMode: false }), response).catch((error: unknown) => {
      if (!isClientDisconnect(error)) throw error;
    });
  });
  return true;
}

/** Yields the requested rows page by page, with at most `CELLS_PER_PAGE` cells in memory. */
export async function* readPages(reader: RowReader, wanted: RowSelection, columnCount: number): AsyncGenerator<RowPage, void> {
  const { sampling, edits, limit = Number.MAX_SAFE_INTEGER } = wanted;
  let { start = 0 } = wanted;
  const end = start + limit;
  let atOnce = rowsPerPage(columnCount + maxAddedColumns(edits));
  while (start < end) {
    const asked = { start, limit: Math.min(atOnce, end - start), sampling };
    const page = await (edits ? reader.editedRows({ ...asked, extraction: edits }) : reader.rows(asked));
    yield page;
    start += asked.limit;
    if (start >= page.total) return;
    atOnce = rowsPerPage(page.columns.length);
  }
}

const rowsPerPage = (columnCount: number): number => Math.max(1, Math.floor(CELLS_PER_PAGE / Math.max(1, columnCount)));

/** Yields the rows of all pages. The caller has already read the first one, to see whether there are any. */
export async function* flattenPages(
  first: IteratorResult<RowPage, void>,
  rest: AsyncGenerator<RowPage, void>,
): AsyncGenerator<RowPage["data"][number], void> {
  for (let page = first; !page.done; page = await rest.next()) yield* page.value.data;
}

/** Returns an upper bound of the number of columns that the steps add. */
function maxAddedColumns({ specs }: EditSteps = { specs: [], timezone: "UTC" }): number {
  return specs.reduce((sum, spec) => sum + addedColumns(spec), 0);
}

function addedColumns(spec: EditSteps["specs"][number]): number {
  if (spec.type === "aggregation") return spec.by.length + spec.cols.length;
  if (spec.type === "unpivot") return 2;
  return spec.type === "join" ? spec.columns.length : 1;
}

async function* jsonChunks(
  first: IteratorResult<RowPage, void>,
  rest: AsyncGenerator<RowPage, void>,
  more: object,
): AsyncGenerator<string> {
  yield '{"data":[';
  let comma = "";
  let page = first;
  let facts = { columns: [] as string[], total: 0 };
  for (; !page.done; page = await rest.next()) {
    const { data, columns, total } = page.value;
    facts = { columns, total };
    const rowsAPiece = Math.max(1, Math.floor(CELLS_PER_CHUNK / Math.max(1, columns.length)));
    for (let i = 0; i < data.length; i += rowsAPiece) {
      yield comma + JSON.stringify(data.slice(i, i + rowsAPiece)).slice(1, -1);
      comma = ",";
    }
  }
  yield `],"columns":${JSON.stringify(facts.columns)},"total":${facts.total},${JSON.stringify(more).slice(1)}`;
}
