import type { LeakageQuery } from "@agatha/contracts/client";
import type { LeakageAnswer } from "@agatha/contracts/wire";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { modelTypeOf, type TrainingDraft } from "./draft.js";
import { heldOutRows, type ValidationOptions } from "./validation-options.js";

/**
 * Columns that leak the draft's target, for the rows that the model is to predict. Empty while not known, and for other goals.
 * `options` are the ways to hold out these rows.
 */
export function useTargetLeakage(datasetId: string, draft: TrainingDraft, options: ValidationOptions | undefined): LeakageAnswer["data"] {
  const api = useApi();
  const validation = validationQuery(draft, options);
  const target = draft.goal === "predict" ? draft.target : null;
  const type = modelTypeOf(draft) === "REGRESSION" ? "REGRESSION" : "CLASSIFICATION";
  const found = useApiQuery(
    [...QUERY_KEYS.leakage(datasetId, target ?? "", type), draft.useExtraction, validation],
    (signal) =>
      api.leakage(datasetId, { response: target ?? "", model_type: type, use_ext_data: draft.useExtraction, ...validation }, signal),
    { enabled: target !== null },
  );
  return target === null ? [] : (found.data?.data ?? []);
}

/** Returns the query's parameters for the rows that the model is to predict. What was found in the data decides unless chosen. */
function validationQuery(
  draft: TrainingDraft,
  options: ValidationOptions | undefined,
): Pick<LeakageQuery, "group_columns" | "time_column"> {
  const rows = options && heldOutRows(draft, options);
  if (rows === "time") return { time_column: options?.timeColumn };
  const isByGroups = rows === "groups" && options !== undefined && options.groupColumns.length > 0;
  return { group_columns: isByGroups ? JSON.stringify(options.groupColumns) : undefined };
}
