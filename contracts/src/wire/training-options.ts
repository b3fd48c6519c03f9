/** The options of trainings by their names in requests. */
import { z } from "zod";
import { type EveryField, trainingOptions } from "../kinds/recipe.js";

const { shape } = trainingOptions;
export const requestedOptions = z.object({
  semilabel: shape.semilabel,
  anomaly_value: shape.anomalyValue,
  other_rows: shape.otherRows,
  false_alarms: shape.falseAlarms,
  error_costs: shape.errorCosts,
  response_limits: shape.responseLimits,
  max_fpr: shape.maxFpr.optional(),
});
type RequestedOptions = z.infer<typeof requestedOptions>;

/** Returns the options of a request by their names in a spec. */
export function optionsToSpec(request: RequestedOptions): EveryField<Partial<z.infer<typeof trainingOptions>>> {
  return {
    semilabel: request.semilabel,
    anomalyValue: request.anomaly_value,
    otherRows: request.other_rows,
    falseAlarms: request.false_alarms,
    errorCosts: request.error_costs,
    responseLimits: request.response_limits,
    maxFpr: request.max_fpr,
  };
}

/** Returns the options of a spec by their names in a request. */
export function optionsToRequest(spec: z.infer<typeof trainingOptions>): EveryField<RequestedOptions> {
  return {
    semilabel: spec.semilabel,
    anomaly_value: spec.anomalyValue,
    other_rows: spec.otherRows,
    false_alarms: spec.falseAlarms,
    error_costs: spec.errorCosts,
    response_limits: spec.responseLimits,
    max_fpr: spec.maxFpr,
  };
}
