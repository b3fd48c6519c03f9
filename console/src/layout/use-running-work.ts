import type { DatasetPhase, EvaluationPhase, ModelPhase } from "@agatha/contracts";
import type { AutoModelAnswer, DatasetAnswer, EvaluationAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import { useApi } from "../api/context.js";
import { INTERVALS } from "../api/intervals.js";
import { KEYS } from "../api/queries.js";
import { useAsk } from "../api/use-ask.js";
import { timeShare } from "../fitting/automatic/course.js";
import { useHiddenIds } from "../notifications/recoverable-deletes.js";
import { automaticPath, datasetPath, evaluationPath, fittingPath } from "../routing/addresses.js";
import { type TestUpload, type Upload, useUploads } from "../uploads/uploads.js";

/** Something that runs, wherever it was started. */
export interface Work {
  key: string;
  kind: "uploading" | "reading" | "training" | "automatic" | "comparing";
  name: string;
  /** 0 to 1. */
  progress: number;
  address: string | null;
  cancel(): Promise<unknown>;
}

const FIRST = { pagination: { page: 1, perPage: 50 } };
const BUSY_DATASETS = {
  ...FIRST,
  sort: { field: "updated_at", order: "DESC" as const },
  filter: { status: ["init", "uploading", "preprocess", "preprocess_finish", "evaluating"] satisfies DatasetPhase[] },
};
const BUSY_MODELS = {
  ...FIRST,
  sort: { field: "model_created_at", order: "DESC" as const },
  filter: { status: ["init", "fitting"] satisfies ModelPhase[] },
};

const BUSY_BATCHES = {
  ...FIRST,
  sort: { field: "created_at", order: "DESC" as const },
  filter: { status: ["fitting_processing"] satisfies AutoModelAnswer["status"][] },
};
const BUSY_EVALUATIONS = {
  ...FIRST,
  sort: { field: "created_at", order: "DESC" as const },
  filter: { status: ["evaluating"] satisfies EvaluationPhase[] },
};

export function useRunningWork(): { work: Work[]; error: Error | null; refetch: () => void } {
  const api = useApi();
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const { list, tests } = useUploads();
  const hiddenDatasets = useHiddenIds("datasets");
  const hiddenModels = useHiddenIds("models");
  const hiddenBatches = useHiddenIds("automodels");
  const hiddenEvaluations = useHiddenIds("evaluations");
  const asked = useAsk(
    KEYS.running,
    async (signal) => {
      const [datasets, models, batches, evaluations] = await Promise.all([
        dataProvider.getList<DatasetAnswer>("datasets", { ...BUSY_DATASETS, signal }),
        dataProvider.getList<ModelAnswer>("models", { ...BUSY_MODELS, signal }),
        dataProvider.getList<AutoModelAnswer>("automodels", { ...BUSY_BATCHES, signal }),
        dataProvider.getList<EvaluationAnswer>("evaluations", { ...BUSY_EVALUATIONS, signal }),
      ]);
      return { datasets: datasets.data, models: models.data, batches: batches.data, evaluations: evaluations.data };
    },
    { again: (running) => (running && Object.values(running).some((list) => list.length > 0) ? INTERVALS.job : INTERVALS.idle) },
  );

  /** Work on the server is stopped by taking away what it is for. */
  const thenLookAgain = async (stopping: Promise<unknown>) => {
    await stopping;
    await Promise.all([KEYS.running, ["datasets"], ["models"], ["dataset"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
  const reading = (asked.data?.datasets ?? [])
    .filter(({ id }) => !hiddenDatasets.has(id))
    .map(
      (dataset): Work => ({
        key: `dataset ${dataset.id}`,
        kind: "reading",
        name: dataset.name,
        progress: dataset.progress,
        address: datasetPath(dataset.id, dataset.product_type),
        cancel: () => thenLookAgain(api.deleteDataset(dataset.id)),
      }),
    );
  const batches = (asked.data?.batches ?? []).filter(({ id }) => !hiddenBatches.has(id));
  const automatic = batches.map(
    (batch): Work => ({
      key: `batch ${batch.id}`,
      kind: "automatic",
      name: batch.response === null ? batch.dataset_name : `${batch.dataset_name}: ${batch.response}`,
      progress: timeShare(batch, Date.now()),
      address: automaticPath(batch.dataset_id, batch.id, batch.product_type),
      cancel: () => thenLookAgain(api.cancelAutoModel(batch.dataset_id, batch.id)),
    }),
  );
  // A batch stands for its models.
  const told = new Set(batches.flatMap(({ models }) => models.map(({ id }) => id)));
  const training = (asked.data?.models ?? [])
    .filter(({ id }) => !hiddenModels.has(id) && !told.has(id))
    .map(
      (model): Work => ({
        key: `model ${model.id}`,
        kind: "training",
        name: model.name,
        progress: model.progress,
        address: fittingPath(model.dataset_id, model.id, model.dataset_product_type),
        cancel: () => thenLookAgain(api.cancelModel(model.dataset_id, model.id)),
      }),
    );
  const comparing = (asked.data?.evaluations ?? [])
    .filter(({ id }) => !hiddenEvaluations.has(id))
    .map(
      (evaluation): Work => ({
        key: `evaluation ${evaluation.id}`,
        kind: "comparing",
        name: evaluation.evaluation_bymodel.map((line) => line.model_name).join(", "),
        progress: evaluation.progress,
        address: evaluationPath(evaluation.dataset_id, { evaluationId: evaluation.id }),
        cancel: () => thenLookAgain(api.deleteEvaluation(evaluation.dataset_id, evaluation.id)),
      }),
    );
  const uploading = [...list.flatMap(sending), ...tests.flatMap(sendingTest)];
  return {
    work: [...uploading, ...reading, ...automatic, ...training, ...comparing],
    error: asked.error,
    refetch: () => void asked.refetch(),
  };
}

function sending({ key, file, state, cancel }: Upload): Work[] {
  if (state.phase !== "sending") return [];
  return [{ key: `upload ${key}`, kind: "uploading", name: file.name, progress: state.share, address: null, cancel: async () => cancel() }];
}

function sendingTest({ key, file, fields, state, cancel }: TestUpload): Work[] {
  if (state.phase !== "sending") return [];
  const address = evaluationPath(fields.datasetId, { evaluationId: fields.evaluationId });
  return [{ key: `test ${key}`, kind: "uploading", name: file.name, progress: state.share, address, cancel: async () => cancel() }];
}
