import type { ApiError } from "@agatha/contracts/client";
import { keepPreviousData, type QueryKey, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { POLL_INTERVALS } from "./timings.js";

/** Statuses of refusals that stay: the session has ended, the right is missing, or what was asked for is gone. */
const LASTING_REFUSALS = [401, 403, 404];

/** Returns the milliseconds until the next request, or false to stop polling, given the last answer. */
type RefetchInterval<T> = (answer: T | undefined) => number | false;

interface ApiQueryOptions<T, Shown> {
  /** Polling goes on after an outage, and stops when the component unmounts. */
  refetchInterval?: RefetchInterval<T>;
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
    refetchInterval: refetchInterval ? ({ state }) => pollInterval(state, refetchInterval) : false,
    ...(keepPreviousAnswer ? { placeholderData: keepPreviousData } : {}),
    ...(select ? { select } : {}),
  });
}

/** Returns when to ask again: less often after an error, and not at all after a refusal that stays. */
export function pollInterval<T>(
  { data, error }: { data: T | undefined; error: (Error & { status?: number }) | null },
  refetchInterval: RefetchInterval<T>,
): number | false {
  const interval = refetchInterval(data);
  if (!error || interval === false) return interval;
  return LASTING_REFUSALS.includes(error.status ?? 0) ? false : POLL_INTERVALS.idle;
}
