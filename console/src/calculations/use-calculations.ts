import type { CalculationRequest } from "@agatha/contracts/client/request-types";
import type { CalculationAnswer, ListedCalculation, ModelAnswer } from "@agatha/contracts/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useNotify } from "react-admin";
import { useNavigate } from "react-router-dom";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useApi } from "../api/services.js";
import { POLL_INTERVALS } from "../api/timings.js";
import { useApiQuery } from "../api/use-api-query.js";
import { useText } from "../i18n/use-text.js";
import { useFailureText } from "../notifications/use-failure-text.js";
import { modelPath } from "../routing/paths.js";
import { messages } from "./messages.js";

/** Types of calculations that are queued, named after their tabs. */
export type QueuedCalculationType = "optimization" | "batch";

const isRunning = ({ status }: Pick<CalculationAnswer, "status">): boolean => status === "is_processed";

/** Path of a calculation, or of the form for a new one if `calcID` is undefined. */
export function calculationPath(model: ModelAnswer, type: QueuedCalculationType, calcID?: string): string {
  return modelPath(model.dataset_id, model.id, model.dataset_product_type, { tab: type, calcID });
}

/** Queries the calculations of one type, newest first. Polls while one is running. */
export function useCalculations(model: ModelAnswer, type: QueuedCalculationType) {
  const api = useApi();
  return useApiQuery(QUERY_KEYS.calculations(model.id), (signal) => api.calculations(model.dataset_id, model.id, signal), {
    refetchInterval: (all) => (all?.some(isRunning) ? POLL_INTERVALS.runningWork : false),
    select: useCallback((all: ListedCalculation[]) => all.filter((calculation) => calculation.type === type), [type]),
  });
}

/** Polls a calculation until it has a result. */
export function useCalculation(model: ModelAnswer, id: string) {
  const api = useApi();
  return useApiQuery([...QUERY_KEYS.calculations(model.id), id], (signal) => api.calculation(model.dataset_id, model.id, id, signal), {
    refetchInterval: (calculation) => (calculation && isRunning(calculation) ? POLL_INTERVALS.runningWork : false),
  });
}

/** Starts a calculation and opens its page. */
export function useStartCalculation(model: ModelAnswer, type: QueuedCalculationType) {
  const api = useApi();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: CalculationRequest) => api.calculate(model.dataset_id, model.id, request),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.calculations(model.id) });
      void navigate(calculationPath(model, type, id));
    },
  });
}

/** Cancels a running calculation, which deletes it. */
export function useCancelCalculation(model: ModelAnswer, onCancelled: () => void) {
  const api = useApi();
  const notify = useNotify();
  const text = useText(messages);
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.deleteCalculation(model.dataset_id, model.id, id),
    onSuccess: () => {
      onCancelled();
      notify(text("cancelled"), { type: "info" });
    },
    onError: (error) => notify(failureText("cancel", error), { type: "error" }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: QUERY_KEYS.calculations(model.id), exact: true }),
  });
}
