import type { ApiError } from "@agatha/contracts/client";
import { keepPreviousData, type QueryKey, type UseQueryResult, useQuery } from "@tanstack/react-query";

interface ApiQueryOptions<T, Shown> {
  /**
   * Returns the milliseconds until the next request, or false to stop polling, given the last answer. Polling stops when the
   * component unmounts.
   */
  refetchInterval?: (answer: T | undefined) => number | false;
  enabled?: boolean;
  /** Shows the answer of the previous key while the next one is loading. */
  keepPreviousAnswer?: boolean;
  /** Returns the part of an answer that the component shows. It is computed again when the function changes. */
  select?: (answer: T) => Shown;
}

/**
 * Queries the server and, if requested, polls until the work is done. Return the result as it is: a copy of it reads all its fields, so
 * that each of their changes, when an answer becomes a second old too, would render the component.
 */
export function useApiQuery<T, Shown = T>(
  key: QueryKey,
  ask: (signal: AbortSignal) => Promise<T>,
  { refetchInterval, enabled = true, keepPreviousAnswer = false, select }: ApiQueryOptions<T, Shown> = {},
): UseQueryResult<Shown, ApiError> {
  return useQuery<T, ApiError, Shown>({
    queryKey: key,
    queryFn: ({ signal }) => ask(signal),
    enabled,
    refetchInterval: refetchInterval ? (query) => (query.state.error ? false : refetchInterval(query.state.data)) : false,
    ...(keepPreviousAnswer ? { placeholderData: keepPreviousData } : {}),
    ...(select ? { select } : {}),
  });
}
