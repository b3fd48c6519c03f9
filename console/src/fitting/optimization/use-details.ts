import type { PredictionResult } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { useApi } from "../../api/context.js";
import { KEYS } from "../../api/queries.js";
import { useAsk } from "../../api/use-ask.js";
import type { Settings } from "./limits.js";

/** What a what-if tells of each solution besides: the interval of the prediction, and how far the nearest known row is. */
export function useDetails(model: ModelAnswer, calcId: string, solutions: readonly Settings[]) {
  const api = useApi();
  return useAsk([...KEYS.calculations(model.id), calcId, "details"], async (signal): Promise<PredictionResult> => {
    const answer = await api.calculate(model.dataset_id, model.id, { type: "whatif", data: [...solutions] }, signal);
    // A what-if is never answered with solutions.
    return answer.result !== null && "value" in answer.result ? answer.result : { value: [] };
  });
}
