import type { PredictionResult } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useApiQuery } from "../../api/use-api-query.js";
import type { InputSettings } from "./active-constraints.js";

/** What a what-if tells of each solution besides: the interval of the prediction, and how far the nearest known row is. */
export function useSolutionPredictions(model: ModelAnswer, calcId: string, solutions: readonly InputSettings[]) {
  const api = useApi();
  return useApiQuery([...QUERY_KEYS.calculations(model.id), calcId, "details"], async (signal): Promise<PredictionResult> => {
    const answer = await api.calculate(model.dataset_id, model.id, { type: "whatif", data: [...solutions] }, signal);
    // A what-if is never answered with solutions.
    return answer.result !== null && "value" in answer.result ? answer.result : { value: [] };
  });
}
