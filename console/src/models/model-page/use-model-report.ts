import type { ModelAnswer } from "@agatha/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { isModelBusy } from "../../api/queries.js";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { POLL_INTERVALS } from "../../api/timings.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { useLanguage } from "../../i18n/use-language.js";

/** Polls the address of a model's report while the model is trained. Fetches the list of models again afterwards. */
export function useModelReport({ id, dataset_id }: Pick<ModelAnswer, "id" | "dataset_id">): { report: string | null } {
  const api = useApi();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const { data } = useApiQuery([...QUERY_KEYS.model(id), "studio"], (signal) => api.modelStudio(dataset_id, id, signal), {
    refetchInterval: (studio) => (studio && isModelBusy(studio) ? POLL_INTERVALS.modelStudio : false),
  });
  const busy = data !== undefined && isModelBusy(data);
  const wasBusy = useRef(busy);
  useEffect(() => {
    if (wasBusy.current && !busy) void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.models(dataset_id) });
    wasBusy.current = busy;
  }, [queryClient, dataset_id, busy]);
  return { report: data?.link ? `${data.link}?language=${language}` : null };
}
