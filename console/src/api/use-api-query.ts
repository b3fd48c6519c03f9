import type { ApiError } from "@agatha/contracts/client";
import { keepPreviousData, type QueryKey, type UseQueryResult, useQuery } from "@tanstack/react-query";

interface ApiQueryOptions<T> {
  /** Milliseconds until it is asked again, or false for not again, by the last answer. Stops when the component goes. */
  refetchInterval?: (answer: T | undefined) => number | false;
  enabled?: boolean;
  /** Keep showing the answer of the key before while the next is on its way. */
  keepPreviousAnswer?: boolean;
}

/** Asks the server for something and, where wanted, asks again until it is done. */
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
