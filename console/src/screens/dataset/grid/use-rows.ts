import type { ApiError } from "@agatha/contracts/client";
import type { RowsAnswer } from "@agatha/contracts/wire";
import { useQueries } from "@tanstack/react-query";
import { QUERY_KEYS } from "../../../api/query-keys.js";
import { useApi } from "../../../api/services.js";
import { POLL_INTERVALS } from "../../../api/timings.js";
import { pollInterval } from "../../../api/use-api-query.js";

export type Cells = RowsAnswer["data"][number];

/** Cells per request: a wide table is fetched in blocks of fewer rows. */
const BLOCK_CELLS = 40_000;

interface RowsQuery {
  datasetId: string;
  /** Changes when the server has read the table again. */
  version: string;
  columnCount: number;
  /** Whether the edit history is applied first. The version then also covers its entries. */
  edited?: boolean | undefined;
  /** First and last visible row. */
  from: number;
  to: number;
}

export interface Rows {
  /** Cells of a row in the file's column order; undefined while loading. */
  row(index: number): Cells | undefined;
  /** The first rows, which stay loaded wherever the view is. Empty while loading. */
  first: readonly Cells[];
  /** Null before the first answer. */
  total: number | null;
  error: ApiError | null;
  retry(): void;
}

/** The last answer of a block, null for a 202, and the error of a later request. */
interface RowsState {
  data: RowsAnswer | null | undefined;
  error: ApiError | null;
}

/** Fetches the first and the visible rows block by block. Retries after a 202, which means that they are not ready. */
export function useRows({ datasetId, version, columnCount, edited, from, to }: RowsQuery): Rows {
  const api = useApi();
  const size = Math.max(50, Math.min(1000, Math.round(BLOCK_CELLS / Math.max(1, columnCount))));
  const visible = Math.floor(from / size);
  const inView = Array.from({ length: Math.floor(to / size) - visible + 1 }, (_, block) => (visible + block) * size);
  const starts = [...new Set([0, ...inView])];
  const blocks = useQueries({
    queries: starts.map((start) => ({
      queryKey: [...QUERY_KEYS.rows(datasetId), version, edited === true, start],
      queryFn: ({ signal }: { signal: AbortSignal }) => api.rows(datasetId, { start, limit: size, use_ext_data: edited }, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
      refetchInterval: ({ state }: { state: RowsState }) =>
        pollInterval(state, (answer) => (answer === null ? POLL_INTERVALS.rows : false)),
    })),
  });
  const failed = blocks.find((block) => block.error);
  const rowsOfBlock = (start: number) => blocks[starts.indexOf(start)]?.data?.data;
  return {
    row: (index) => rowsOfBlock(size * Math.floor(index / size))?.[index % size],
    first: rowsOfBlock(0) ?? [],
    total: blocks.find((block) => block.data)?.data?.total ?? null,
    error: (failed?.error as ApiError | null | undefined) ?? null,
    retry: () => void failed?.refetch(),
  };
}
