import type { CalculationAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { useNavigate } from "react-router-dom";
import { useApi } from "../../api/context.js";
import { INTERVALS } from "../../api/intervals.js";
import { KEYS } from "../../api/queries.js";
import type { CalculationRequest } from "../../api/shapes.js";
import { useAsk } from "../../api/use-ask.js";
import { useErrorText } from "../../errors/use-error-text.js";
import { useText } from "../../i18n/use-text.js";
import { fittingPath } from "../../routing/addresses.js";
import { messages } from "./messages.js";

/** Calculations that take their time, and the tab that has them. */
export type WorkType = "optimization" | "batch";

const isWorkedOn = ({ status }: Pick<CalculationAnswer, "status">): boolean => status === "is_processed";

/** Where a calculation is shown; without one, where the next is begun. */
export function calculationPath(model: ModelAnswer, type: WorkType, calcID?: string): string {
  return fittingPath(model.dataset_id, model.id, model.dataset_product_type, { tab: type, calcID });
}

/** Those of one type, newest first, asked again while one is worked on. */
export function useCalculations(model: ModelAnswer, type: WorkType) {
  const api = useApi();
  const asked = useAsk(KEYS.calculations(model.id), (signal) => api.calculations(model.dataset_id, model.id, signal), {
    again: (all) => (all?.some(isWorkedOn) ? INTERVALS.job : false),
  });
  return { ...asked, data: asked.data?.filter((calculation) => calculation.type === type) };
}

/** One with its result, asked again until it has one. */
export function useCalculation(model: ModelAnswer, id: string) {
  const api = useApi();
  return useAsk([...KEYS.calculations(model.id), id], (signal) => api.calculation(model.dataset_id, model.id, id, signal), {
    again: (calculation) => (calculation && isWorkedOn(calculation) ? INTERVALS.job : false),
  });
}

/** Begins one, and goes where it is shown. */
export function useBegin(model: ModelAnswer, type: WorkType) {
  const api = useApi();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: CalculationRequest) => api.calculate(model.dataset_id, model.id, request),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: KEYS.calculations(model.id) });
      navigate(calculationPath(model, type, id));
    },
  });
}

/** Ends one that is worked on: then it is gone. */
export function useCancel(model: ModelAnswer, onCancelled: () => void) {
  const api = useApi();
  const notify = useNotify();
  const text = useText(messages);
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.deleteCalculation(model.dataset_id, model.id, id),
    onSuccess: () => {
      onCancelled();
      notify(text("cancelled"), { type: "info" });
    },
    onError: (error) => notify(errorText(error).sentence, { type: "error" }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEYS.calculations(model.id), exact: true }),
  });
}
