/** What the requests of a model and of an automatic training have in common. Pure. */
import type { CreateAutoModelRequest, CreateModelRequest } from "@agatha/contracts/wire";
import type { ColumnOption } from "./column-options.js";
import { errorCostsOf, modelTypeOf, type TrainingDraft, timeSeriesParamsOf } from "./draft.js";
import { responseLimitsOf } from "./response-limits.js";
import type { RowFacts } from "./row-facts.js";
import { toValidation } from "./validation-options.js";

/** Facts about the dataset that the draft depends on. */
export interface TrainingContext extends RowFacts {
  choices: readonly ColumnOption[];
  /** Number of rows in use. */
  rows: number;
}

type TrainingRequest = Pick<
  CreateModelRequest & CreateAutoModelRequest,
  "response" | "columns" | "use_extraction" | "time_series_params" | "validation" | "error_costs" | "response_limits"
> & { model_type: CreateModelRequest["model_type"] };

interface RequestOptions {
  /** Columns to learn from; without them the server chooses. */
  columns?: string[] | undefined;
  /** False for forecasters. */
  hasLags?: boolean;
}

/** Requires a draft without problems. Settings with default values are left out. */
export function toTrainingRequest(
  draft: TrainingDraft,
  { choices, ...facts }: TrainingContext,
  { columns, hasLags = true }: RequestOptions,
): TrainingRequest {
  const validation = toValidation(draft, choices, facts);
  return {
    model_type: modelTypeOf(draft),
    ...(draft.goal === "predict" && draft.target !== null ? { response: draft.target } : {}),
    ...(columns ? { columns } : {}),
    ...(draft.useExtraction ? { use_extraction: true } : {}),
    ...timeSeriesParamsOf(draft, hasLags),
    ...(validation ? { validation } : {}),
    ...errorCostsOf(draft),
    ...responseLimitsOf(draft),
  };
}
