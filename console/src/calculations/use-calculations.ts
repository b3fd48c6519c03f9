import type { CalculationRequest } from "@agatha/contracts/client/request-types";
import type { CalculationAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { useNavigate } from "react-router-dom";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useApi } from "../api/services.js";
import { POLL_INTERVALS } from "../api/timings.js";
import { useApiQuery } from "../api/use-api-query.js";
import { useErrorMessage } from "../errors/use-error-message.js";
import { useText } from "../i18n/use-text.js";
import { modelPath } from "../routing/paths.js";
import { messages } from "./messages.js";

/** Calculations that take their time, and the tab that has them. */
export type QueuedCalculationType = "optimization" | "batch";

const isRunning = ({ status }: Pick<CalculationAnswer, "status">): boolean => status === "is_processed";

/** Where a calculation is shown; without one, where the next is begun. */
export function calculationPath(model: ModelAnswer, type: QueuedCalculationType, calcID?: string): string {
  return modelPath(model.dataset_id, model.id, model.dataset_product_type, { tab: type, calcID });
}

/** Those of one type, newest first, asked again while one is worked on. */
export function useCalculations(model: ModelAnswer, type: QueuedCalculationType) {
  const api = useApi();
  const query = useApiQuery(QUERY_KEYS.calculations(model.id), (signal) => api.calculations(model.dataset_id, model.id, signal), {
    refetchInterval: (all) => (all?.some(isRunning) ? POLL_INTERVALS.runningWork : false),
  });
  return { ...query, data: query.data?.filter((calculation) => calculation.type === type) };
}

/** One with its result, asked again until it has one. */
export function useCalculation(model: ModelAnswer, id: string) {
  const api = useApi();
  return useApiQuery([...QUERY_KEYS.calculations(model.id), id], (signal) => api.calculation(model.dataset_id, model.id, id, signal), {
    refetchInterval: (calculation) => (calculation && isRunning(calculation) ? POLL_INTERVALS.runningWork : false),
  });
}

/** Begins one, and goes where it is shown. */
export function useStartCalculation(model: ModelAnswer, type: QueuedCalculationType) {
  const api = useApi();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: CalculationRequest) => api.calculate(model.dataset_id, model.id, request),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.calculations(model.id) });
      navigate(calculationPath(model, type, id));
    },
  });
}

/** Ends one that is worked on: then it is gone. */
export function useCancelCalculation(model: ModelAnswer, onCancelled: () => void) {
  const api = useApi();
  const notify = useNotify();
  const text = useText(messages);
  const errorText = useErrorMessage();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.deleteCalculation(model.dataset_id, model.id, id),
    onSuccess: () => {
      onCancelled();
      notify(text("cancelled"), { type: "info" });
    },
    onError: (error) => notify(errorText(error).sentence, { type: "error" }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: QUERY_KEYS.calculations(model.id), exact: true }),
  });
}
