import type { LeakageAnswer } from "@agatha/contracts/wire";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { type ModelDraft, modelTypeOf } from "./draft.js";

/** Columns that leak the draft's target. Empty while not known, and for other goals. */
export function useTargetLeakage(datasetId: string, draft: ModelDraft): LeakageAnswer["data"] {
  const api = useApi();
  const target = draft.goal === "predict" ? draft.target : null;
  const type = modelTypeOf(draft) === "REGRESSION" ? "REGRESSION" : "CLASSIFICATION";
  const found = useApiQuery(
    [...QUERY_KEYS.leakage(datasetId, target ?? "", type), draft.useExtraction],
    (signal) => api.leakage(datasetId, { response: target ?? "", model_type: type, use_ext_data: draft.useExtraction }, signal),
    { enabled: target !== null },
  );
  return target === null ? [] : (found.data?.data ?? []);
}
