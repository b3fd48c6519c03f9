import type { ApiError } from "@agatha/contracts/client";
import type { EvaluationAnswer, EvaluationByModelAnswer, EvaluationByModelDetail } from "@agatha/contracts/wire";
import { useQueries } from "@tanstack/react-query";
import { useCallback } from "react";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { POLL_INTERVALS } from "../../api/timings.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { useText } from "../../i18n/use-text.js";
import { useWithoutDeleted } from "../../notifications/undoable-deletes.js";
import { messages } from "./messages.js";

/** Returns true from the start of a comparison until it has ended. */
export function isEvaluating({ status }: Pick<EvaluationAnswer, "status">): boolean {
  return status === "evaluating";
}

/** Queries the comparisons of a dataset's models, newest first, without those just deleted. Polls while one of them runs. */
export function useEvaluations(datasetId: string) {
  const api = useApi();
  const withoutDeleted = useWithoutDeleted("evaluations");
  return useApiQuery(QUERY_KEYS.evaluations(datasetId), (signal) => api.evaluations(datasetId, {}, signal), {
    refetchInterval: (list) => (list?.some(isEvaluating) ? POLL_INTERVALS.evaluation : false),
    select: useCallback((list: EvaluationAnswer[]) => withoutDeleted(list).reverse(), [withoutDeleted]),
  });
}

/**
 * Polls one comparison until it has ended. Its metrics are those for `limit` if one is given. Titles say which models are deleted,
 * or of another dataset.
 */
export function useEvaluation(datasetId: string, id: string, limit: number | null) {
  const api = useApi();
  const text = useText(messages);
  const options = limit === null ? {} : { max_fpr: limit };
  const withTitles = useCallback(
    (evaluation: EvaluationAnswer) => {
      const titleOf = (line: EvaluationByModelAnswer): string => {
        const { model_deleted, model_type, model_title, dataset_id, dataset_title } = line;
        // A model that was trained again on another dataset kept its name.
        const isOther = dataset_title !== null && dataset_id !== datasetId;
        const name = isOther ? text("modelOfDataset", { name: model_title, dataset: dataset_title }) : model_title;
        if (!model_deleted) return name;
        return model_type === null ? text("deletedModel") : text("deletedModelNamed", { name });
      };
      return { ...evaluation, evaluation_bymodel: evaluation.evaluation_bymodel.map((line) => ({ ...line, model_title: titleOf(line) })) };
    },
    [datasetId, text],
  );
  return useApiQuery([...QUERY_KEYS.evaluation(id), limit], (signal) => api.evaluation(datasetId, id, options, signal), {
    refetchInterval: (evaluation) => (evaluation && isEvaluating(evaluation) ? POLL_INTERVALS.evaluation : false),
    keepPreviousAnswer: true,
    select: withTitles,
  });
}

/**
 * Queries the predictions of some of the models for each row, in the order of the lines. Another limit needs no new request
 * because scores do not change.
 */
export function useEvaluationPredictions({ dataset_id, id }: EvaluationAnswer, lines: readonly EvaluationByModelAnswer[]) {
  const api = useApi();
  return useQueries({
    queries: lines.map((line) => ({
      queryKey: [...QUERY_KEYS.evaluationPredictions(id), line.id],
      queryFn: () => api.evaluationByModel(dataset_id, id, line.id),
    })),
    combine: (results) => ({
      details: results.flatMap(({ data }): EvaluationByModelDetail[] => (data ? [data] : [])),
      loading: results.some(({ isPending }) => isPending),
      error: (results.find(({ error }) => error !== null)?.error ?? null) as ApiError | null,
      retry: () => {
        for (const { error, refetch } of results) if (error) void refetch();
      },
    }),
  });
}

/** Queries the names of the user's datasets, without those just deleted. */
export function useDatasetNames() {
  const api = useApi();
  return useApiQuery(["datasets", "names"], () => api.datasets(), { select: useWithoutDeleted("datasets") });
}
