import type { ProfilingAnswer } from "@agatha/contracts/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/context.js";
import { INTERVALS } from "../api/intervals.js";
import { KEYS } from "../api/keys.js";
import { useAsk } from "../api/use-ask.js";

export function isUnderWay({ status }: Pick<ProfilingAnswer, "status">): boolean {
  return status === "pending" || status === "init";
}

/** How far the report of a dataset is, asked again until it is made or has failed, and how one is asked for. */
export function useReport(datasetId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const key = KEYS.profiling(datasetId);
  const asked = useAsk(key, (signal) => api.profiling(datasetId, signal), {
    again: (report) => (report && isUnderWay(report) ? INTERVALS.profiling : false),
  });
  const request = useMutation({
    mutationFn: (ofHistory: boolean) => api.createProfiling(datasetId, { use_ext_data: ofHistory }),
    onSuccess: (report) => void queryClient.setQueryData(key, report),
  });
  return { asked, request };
}
