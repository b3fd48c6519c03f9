import type { ModelAnswer } from "@agatha/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useApi } from "../../api/context.js";
import { INTERVALS } from "../../api/intervals.js";
import { isModelBusy, KEYS } from "../../api/queries.js";
import { useAsk } from "../../api/use-ask.js";

/** Address of a model's report, asked for again while it is trained; when that is over, the list of models is asked for anew. */
export function useStudio({ id, dataset_id }: Pick<ModelAnswer, "id" | "dataset_id">): { report: string | null } {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data } = useAsk([...KEYS.model(id), "studio"], (signal) => api.modelStudio(dataset_id, id, signal), {
    again: (studio) => (studio && isModelBusy(studio) ? INTERVALS.modelStudio : false),
  });
  const busy = data !== undefined && isModelBusy(data);
  const wasBusy = useRef(busy);
  useEffect(() => {
    if (wasBusy.current && !busy) void queryClient.invalidateQueries({ queryKey: KEYS.models(dataset_id) });
    wasBusy.current = busy;
  }, [queryClient, dataset_id, busy]);
  return { report: data?.link ?? null };
}
