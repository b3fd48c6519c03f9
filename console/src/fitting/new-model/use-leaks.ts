import type { LeakageAnswer } from "@agatha/contracts/wire";
import { useApi } from "../../api/context.js";
import { KEYS } from "../../api/queries.js";
import { useAsk } from "../../api/use-ask.js";
import { type Draft, typeOf } from "./draft.js";

/** Columns that give the draft's target away; none while they are not known, and for other goals. */
export function useLeaks(datasetId: string, draft: Draft): LeakageAnswer["data"] {
  const api = useApi();
  const target = draft.goal === "predict" ? draft.target : null;
  const type = typeOf(draft) === "REGRESSION" ? "REGRESSION" : "CLASSIFICATION";
  const found = useAsk(
    KEYS.leakage(datasetId, target ?? "", type),
    (signal) => api.leakage(datasetId, { response: target ?? "", model_type: type }, signal),
    { enabled: target !== null },
  );
  return target === null ? [] : (found.data?.data ?? []);
}
