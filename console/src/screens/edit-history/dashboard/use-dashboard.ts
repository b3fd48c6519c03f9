import type { Chart } from "@agatha/contracts";
import type { DashboardAnswer } from "@agatha/contracts/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../../../api/query-keys.js";
import { useApi } from "../../../api/services.js";
import { useApiQuery } from "../../../api/use-api-query.js";
import { useFailureText } from "../../../notifications/use-failure-text.js";

/** The saved charts of a dataset, and a function that changes them. */
export function useDashboard(datasetId: string) {
  const api = useApi();
  const notify = useNotify();
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const key = QUERY_KEYS.dashboard(datasetId);
  const dashboard = useApiQuery(key, (signal) => api.dashboard(datasetId, signal));
  const { mutate, isPending } = useMutation({
    async mutationFn(change: (charts: readonly Chart[]) => Chart[]) {
      // A change that comes before the first answer, or after another change, is one of the newest dashboard.
      const { version, charts } = queryClient.getQueryData<DashboardAnswer>(key) ?? (await api.dashboard(datasetId));
      return await api.replaceDashboard(datasetId, { version, charts: change(charts) });
    },
    scope: { id: `dashboard ${datasetId}` },
    onSuccess: (answer) => queryClient.setQueryData(key, answer),
    onError: (error) => {
      notify(failureText("change", error), { type: "error" });
      void queryClient.invalidateQueries({ queryKey: key });
    },
  });
  return { ...dashboard, change: mutate, isChanging: isPending };
}
