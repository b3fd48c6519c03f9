import type { ProfilingAnswer } from "@agatha/contracts/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { QUERY_KEYS } from "../../../api/query-keys.js";
import { useApi } from "../../../api/services.js";
import { POLL_INTERVALS } from "../../../api/timings.js";
import { useApiQuery } from "../../../api/use-api-query.js";

/** Returns true while the report is being made or waits for its turn. */
export function isProfiling({ status }: Pick<ProfilingAnswer, "status">): boolean {
  return status === "pending" || status === "init";
}

/** Polls the profiling report of a dataset until it is made or has failed, and requests a new one. */
export function useProfilingReport(datasetId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const key = QUERY_KEYS.profiling(datasetId);
  const query = useApiQuery(key, (signal) => api.profiling(datasetId, signal), {
    refetchInterval: (report) => (report && isProfiling(report) ? POLL_INTERVALS.profiling : false),
  });
  const request = useMutation({
    mutationFn: (ofHistory: boolean) => api.createProfiling(datasetId, { use_ext_data: ofHistory }),
    onSuccess: (report) => void queryClient.setQueryData(key, report),
  });
  return { query, request };
}
