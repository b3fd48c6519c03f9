import type { ApiError } from "@agatha/contracts/client";
import { keepPreviousData, type QueryKey, type UseQueryResult, useQuery } from "@tanstack/react-query";

interface ApiQueryOptions<T> {
  /**
   * Returns the milliseconds until the next request, or false to stop polling, given the last answer. Polling stops when the
   * component unmounts.
   */
  refetchInterval?: (answer: T | undefined) => number | false;
  enabled?: boolean;
  /** Shows the answer of the previous key while the next one is loading. */
  keepPreviousAnswer?: boolean;
}

/** Queries the server and, if requested, polls until the work is done. */
export function useApiQuery<T>(
  key: QueryKey,
  ask: (signal: AbortSignal) => Promise<T>,
  { refetchInterval, enabled = true, keepPreviousAnswer = false }: ApiQueryOptions<T> = {},
): UseQueryResult<T, ApiError> {
  return useQuery<T, ApiError>({
    queryKey: key,
    queryFn: ({ signal }) => ask(signal),
    enabled,
    refetchInterval: refetchInterval ? (query) => (query.state.error ? false : refetchInterval(query.state.data)) : false,
    ...(keepPreviousAnswer ? { placeholderData: keepPreviousData } : {}),
  });
}
