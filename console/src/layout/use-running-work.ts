import type { DatasetPhase, ModelPhase } from "@agatha/contracts";
import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import { useApi } from "../api/context.js";
import { INTERVALS } from "../api/intervals.js";
import { KEYS } from "../api/queries.js";
import { useAsk } from "../api/use-ask.js";
import { useHiddenIds } from "../notifications/recoverable-deletes.js";
import { datasetPath, fittingPath } from "../routing/addresses.js";
import { type Upload, useUploads } from "../uploads/uploads.js";

/** Something that runs, wherever it was started. */
export interface Work {
  key: string;
  kind: "uploading" | "reading" | "training";
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

export function useRunningWork(): { work: Work[]; error: Error | null; refetch: () => void } {
  const api = useApi();
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const { list } = useUploads();
  const hiddenDatasets = useHiddenIds("datasets");
  const hiddenModels = useHiddenIds("models");
  const asked = useAsk(
    KEYS.running,
    async (signal) => {
      const [datasets, models] = await Promise.all([
        dataProvider.getList<DatasetAnswer>("datasets", { ...BUSY_DATASETS, signal }),
        dataProvider.getList<ModelAnswer>("models", { ...BUSY_MODELS, signal }),
      ]);
      return { datasets: datasets.data, models: models.data };
    },
    { again: (running) => (running && running.datasets.length + running.models.length > 0 ? INTERVALS.job : INTERVALS.idle) },
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
  const training = (asked.data?.models ?? [])
    .filter(({ id }) => !hiddenModels.has(id))
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
  return { work: [...list.flatMap(sending), ...reading, ...training], error: asked.error, refetch: () => void asked.refetch() };
}

function sending({ key, file, state, cancel }: Upload): Work[] {
  if (state.phase !== "sending") return [];
  return [{ key: `upload ${key}`, kind: "uploading", name: file.name, progress: state.share, address: null, cancel: async () => cancel() }];
}
