import type { EvaluationAnswer, EvaluationByModelAnswer, EvaluationByModelDetail } from "@agatha/contracts/wire";
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ApiError } from "../api/api-error.js";
import { useApi } from "../api/context.js";
import { INTERVALS } from "../api/intervals.js";
import { KEYS } from "../api/keys.js";
import { useAsk } from "../api/use-ask.js";
import { useHiddenIds } from "../notifications/recoverable-deletes.js";

export function isEvaluating({ status }: Pick<EvaluationAnswer, "status">): boolean {
  return status === "evaluating";
}

/** The comparisons of a dataset's models but for those just deleted, newest first; asked again while one is being made. */
export function useEvaluations(datasetId: string) {
  const api = useApi();
  const hidden = useHiddenIds("evaluations");
  const asked = useAsk(KEYS.evaluations(datasetId), (signal) => api.evaluations(datasetId, {}, signal), {
    again: (list) => (list?.some(isEvaluating) ? INTERVALS.evaluation : false),
  });
  const data = useMemo(() => asked.data?.filter(({ id }) => !hidden.has(id)).reverse(), [asked.data, hidden]);
  return { ...asked, data };
}

/** One comparison, with figures for the limit where one is given; asked again until it has ended. */
export function useEvaluation(datasetId: string, id: string, limit: number | null) {
  const api = useApi();
  const wanted = limit === null ? {} : { max_fpr: limit };
  return useAsk([...KEYS.evaluation(id), limit], (signal) => api.evaluation(datasetId, id, wanted, signal), {
    again: (evaluation) => (evaluation && isEvaluating(evaluation) ? INTERVALS.evaluation : false),
    keepPrevious: true,
  });
}

/** What some of the models answered for each row, in the order of the lines. Not asked again for another limit: scores stay. */
export function useAnswers({ dataset_id, id }: EvaluationAnswer, lines: readonly EvaluationByModelAnswer[]) {
  const api = useApi();
  return useQueries({
    queries: lines.map((line) => ({
      queryKey: [...KEYS.evaluationRows(id), line.id],
      queryFn: () => api.evaluationByModel(dataset_id, id, line.id),
    })),
    combine: (asked) => ({
      details: asked.flatMap(({ data }): EvaluationByModelDetail[] => (data ? [data] : [])),
      loading: asked.some(({ isPending }) => isPending),
      error: (asked.find(({ error }) => error !== null)?.error ?? null) as ApiError | null,
      retry: () => {
        for (const one of asked) if (one.error) void one.refetch();
      },
    }),
  });
}

/** Names of the user's datasets, and which can be compared on. */
export function useDatasets() {
  const api = useApi();
  return useAsk(["datasets", "names"], () => api.datasets());
}
