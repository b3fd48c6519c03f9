import { keepPreviousData, type QueryKey, type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ApiError } from "./api-error.js";

export interface AskOptions<T> {
  /** Milliseconds until it is asked again, or false for not again, by the last answer. Stops when the component goes. */
  again?: (answer: T | undefined) => number | false;
  enabled?: boolean;
  /** Keep showing the answer of the key before while the next is on its way. */
  keepPrevious?: boolean;
}

/** Asks the server for something and, where wanted, asks again until it is done. */
export function useAsk<T>(
  key: QueryKey,
  ask: (signal: AbortSignal) => Promise<T>,
  { again, enabled = true, keepPrevious = false }: AskOptions<T> = {},
): UseQueryResult<T, ApiError> {
  return useQuery<T, ApiError>({
    queryKey: key,
    queryFn: ({ signal }) => ask(signal),
    enabled,
    refetchInterval: again ? (query) => (query.state.error ? false : again(query.state.data)) : false,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}
