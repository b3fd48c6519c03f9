import type { ModelInfo, PredictionResult } from "@agatha/contracts";
import type { ModelAnswer, ResponseCurvesRequest } from "@agatha/contracts/wire";
import { useMemo } from "react";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { useDebouncedValue } from "../../api/use-debounced-value.js";
import { answerScale, currentNumber } from "./curve.js";
import type { ShownCurve } from "./response-curve.js";

/** Debounce in milliseconds: scrolling over many inputs causes one request. */
const DEBOUNCE_MS = 60;
/** Curves in one request, which the server limits. */
const MAX_CURVES = 50;

interface ResponseCurvesOptions {
  data: ResponseCurvesRequest["data"];
  /** Class whose probability the curves show. */
  label: string | undefined;
  names: readonly string[];
  /** Prediction for the data. The curves are requested after it, so that they do not delay it. Null while it is outdated. */
  result: PredictionResult | null;
}

/** Returns the curves of the named inputs, which one request asks for. Earlier curves stay until the next ones are there. */
export function useResponseCurves(model: ModelAnswer, info: ModelInfo, { data, label, names, result }: ResponseCurvesOptions) {
  const api = useApi();
  const columns = useDebouncedValue(names.slice(0, MAX_CURVES).join("\u0000"), DEBOUNCE_MS);
  const request = { data, columns: columns.split("\u0000"), ...(label !== undefined && { label }) };
  const answer = useApiQuery(
    [...QUERY_KEYS.responseCurves(model.id), JSON.stringify(request)],
    (signal) => api.responseCurves(model.dataset_id, model.id, request, signal),
    { keepPreviousAnswer: true, enabled: result !== null && columns !== "" },
  ).data;
  const current = result === null ? null : currentNumber(result, label);
  return useMemo(() => {
    if (!answer) return new Map<string, ShownCurve>();
    const scale = answerScale(info, answer);
    return new Map(answer.curves.map((curve): [string, ShownCurve] => [curve.column, { curve, scale, current }]));
  }, [answer, info, current]);
}
