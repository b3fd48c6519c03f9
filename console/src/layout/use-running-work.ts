import type { DatasetPhase, EvaluationPhase, ModelPhase } from "@agatha/contracts";
import type { AutoModelAnswer, DatasetAnswer, EvaluationAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useApi } from "../api/services.js";
import { POLL_INTERVALS } from "../api/timings.js";
import { useApiQuery } from "../api/use-api-query.js";
import { comparedModelNames } from "../api/work-state.js";
import { elapsedFraction } from "../automatic-training/training-status.js";
import { type DatasetUpload, type EvaluationInputTransfer, useUploads } from "../file-upload/uploads-context.js";
import { useJoinedList } from "../i18n/use-joined-list.js";
import { useWithoutDeleted } from "../notifications/undoable-deletes.js";
import { automaticTrainingPath, datasetPath, evaluationPath, modelPath } from "../routing/paths.js";
import { useSessionUser } from "../routing/session.js";

/** A running task, wherever it was started. */
export interface RunningTask {
  key: string;
  kind: "uploading" | "reading" | "training" | "automatic" | "comparing";
  name: string;
  /** 0 to 1. */
  progress: number;
  path: string | null;
  /** Absent for work in a dataset of somebody else, which its own page cancels, and for a dataset that is read again. */
  cancel?: (() => Promise<unknown>) | undefined;
}

const FIRST_PAGE = { pagination: { page: 1, perPage: 50 } };
const BUSY_DATASETS = {
  ...FIRST_PAGE,
  sort: { field: "updated_at", order: "DESC" as const },
  filter: { status: ["init", "uploading", "preprocess", "preprocess_finish", "evaluating"] satisfies DatasetPhase[] },
};
const BUSY_MODELS = {
  ...FIRST_PAGE,
  sort: { field: "model_created_at", order: "DESC" as const },
  filter: { status: ["init", "fitting"] satisfies ModelPhase[] },
};

const BUSY_AUTOMATIC_TRAININGS = {
  ...FIRST_PAGE,
  sort: { field: "created_at", order: "DESC" as const },
  filter: { status: ["fitting_processing"] satisfies AutoModelAnswer["status"][] },
};
const BUSY_EVALUATIONS = {
  ...FIRST_PAGE,
  sort: { field: "created_at", order: "DESC" as const },
  filter: { status: ["evaluating"] satisfies EvaluationPhase[] },
};

/**
 * Returns uploads of this window and work on the server that has not ended, without objects that are being deleted. It polls
 * more often while there is any.
 */
export function useRunningWork(): { work: RunningTask[]; error: Error | null; refetch: () => void } {
  const api = useApi();
  const user = useSessionUser();
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const { datasetUploads, evaluationInputs } = useUploads();
  const joined = useJoinedList();
  const datasetsLeft = useWithoutDeleted("datasets");
  const modelsLeft = useWithoutDeleted("models");
  const trainingsLeft = useWithoutDeleted("automodels");
  const evaluationsLeft = useWithoutDeleted("evaluations");
  const query = useApiQuery(
    QUERY_KEYS.runningWork,
    async (signal) => {
      const [datasets, models, trainings, evaluations] = await Promise.all([
        dataProvider.getList<DatasetAnswer>("datasets", { ...BUSY_DATASETS, signal }),
        dataProvider.getList<ModelAnswer>("models", { ...BUSY_MODELS, signal }),
        dataProvider.getList<AutoModelAnswer>("automodels", { ...BUSY_AUTOMATIC_TRAININGS, signal }),
        dataProvider.getList<EvaluationAnswer>("evaluations", { ...BUSY_EVALUATIONS, signal }),
      ]);
      return { datasets: datasets.data, models: models.data, trainings: trainings.data, evaluations: evaluations.data };
    },
    {
      refetchInterval: (running) =>
        running && Object.values(running).some((list) => list.length > 0) ? POLL_INTERVALS.runningWork : POLL_INTERVALS.idle,
    },
  );

  /** A task on the server is cancelled by deleting its resource. Returns undefined for another owner's, except for managers. */
  const cancellationOf = (owner: string, cancel: () => Promise<unknown>) =>
    user.auth === "manager" || owner === user.id ? () => cancelAndRefetch(cancel) : undefined;
  const cancelAndRefetch = async (cancel: () => Promise<unknown>) => {
    await cancel();
    await Promise.all(
      [QUERY_KEYS.runningWork, ["datasets"], ["models"], ["dataset"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
  };
  const reading = datasetsLeft(query.data?.datasets ?? []).map(
    (dataset): RunningTask => ({
      key: `dataset ${dataset.id}`,
      kind: "reading",
      name: dataset.title,
      progress: dataset.progress,
      path: datasetPath(dataset.id, dataset.product_type),
      // A dataset that has been read before may have models. Lists have no columns, but their number.
      cancel: dataset.column_count === null ? cancellationOf(dataset.owner, () => api.deleteDataset(dataset.id)) : undefined,
    }),
  );
  const trainings = trainingsLeft(query.data?.trainings ?? []);
  const automatic = trainings.map(
    (training): RunningTask => ({
      key: `automatic ${training.id}`,
      kind: "automatic",
      name: training.response === null ? training.dataset_title : `${training.dataset_title}: ${training.response}`,
      progress: elapsedFraction(training, Date.now()),
      path: automaticTrainingPath(training.dataset_id, training.id, training.product_type),
      cancel: cancellationOf(training.owner_id, () => api.cancelAutoModel(training.dataset_id, training.id)),
    }),
  );
  // An automatic training represents its models.
  const trainingModelIds = new Set(trainings.flatMap(({ models }) => models.map(({ id }) => id)));
  const manual = modelsLeft(query.data?.models ?? [])
    .filter(({ id }) => !trainingModelIds.has(id))
    .map(
      (model): RunningTask => ({
        key: `model ${model.id}`,
        kind: "training",
        name: model.title,
        progress: model.progress,
        path: modelPath(model.dataset_id, model.id, model.dataset_product_type),
        cancel: cancellationOf(model.owner_id, () => api.cancelModel(model.dataset_id, model.id)),
      }),
    );
  const comparing = evaluationsLeft(query.data?.evaluations ?? []).map(
    (evaluation): RunningTask => ({
      key: `evaluation ${evaluation.id}`,
      kind: "comparing",
      name: joined(comparedModelNames(evaluation)),
      progress: evaluation.progress,
      path: evaluationPath(evaluation.dataset_id, { evaluationId: evaluation.id }),
      cancel: cancellationOf(evaluation.owner_id, () => api.deleteEvaluation(evaluation.dataset_id, evaluation.id)),
    }),
  );
  const uploading = [...datasetUploads.flatMap(uploadWork), ...evaluationInputs.flatMap(evaluationInputUploadWork)];
  return {
    work: [...uploading, ...reading, ...automatic, ...manual, ...comparing],
    error: query.error,
    refetch: () => void query.refetch(),
  };
}

function uploadWork({ key, file, state, cancel }: DatasetUpload): RunningTask[] {
  if (state.phase !== "sending") return [];
  return [{ key: `upload ${key}`, kind: "uploading", name: file.name, progress: state.share, path: null, cancel: async () => cancel() }];
}

function evaluationInputUploadWork({ key, file, fields, state, cancel }: EvaluationInputTransfer): RunningTask[] {
  if (state.phase !== "sending") return [];
  const path = evaluationPath(fields.datasetId, { evaluationId: fields.evaluationId });
  return [{ key: `test ${key}`, kind: "uploading", name: file.name, progress: state.share, path, cancel: async () => cancel() }];
}
