import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import { useApi } from "../api/context.js";
import { INTERVALS } from "../api/intervals.js";
import { isDatasetBusy, isModelBusy, KEYS } from "../api/queries.js";
import { useAsk } from "../api/use-ask.js";
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

/** The newest are looked at: what runs is among them. */
const NEWEST = { pagination: { page: 1, perPage: 50 }, filter: {} };

export function useRunningWork(): { work: Work[]; error: Error | null; refetch: () => void } {
  const api = useApi();
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const { list } = useUploads();
  const asked = useAsk(
    KEYS.running,
    async (signal) => {
      const [datasets, models] = await Promise.all([
        dataProvider.getList<DatasetAnswer>("datasets", { ...NEWEST, sort: { field: "updated_at", order: "DESC" }, signal }),
        dataProvider.getList<ModelAnswer>("models", { ...NEWEST, sort: { field: "model_created_at", order: "DESC" }, signal }),
      ]);
      return { datasets: datasets.data.filter(isDatasetBusy), models: models.data.filter(isModelBusy) };
    },
    { again: (running) => (running && running.datasets.length + running.models.length > 0 ? INTERVALS.job : INTERVALS.idle) },
  );

  /** Work on the server is stopped by taking away what it is for. */
  const thenLookAgain = async (stopping: Promise<unknown>) => {
    await stopping;
    await Promise.all([KEYS.running, ["datasets"], ["models"], ["dataset"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
  const reading = (asked.data?.datasets ?? []).map(
    (dataset): Work => ({
      key: `dataset ${dataset.id}`,
      kind: "reading",
      name: dataset.name,
      progress: dataset.progress,
      address: datasetPath(dataset.id, dataset.product_type),
      cancel: () => thenLookAgain(api.deleteDataset(dataset.id)),
    }),
  );
  const training = (asked.data?.models ?? []).map(
    (model): Work => ({
      key: `model ${model.id}`,
      kind: "training",
      name: model.name,
      progress: model.progress,
      address: fittingPath(model.dataset_id, model.id, model.dataset_product_type),
      cancel: () => thenLookAgain(api.deleteModel(model.dataset_id, model.id)),
    }),
  );
  return { work: [...list.flatMap(sending), ...reading, ...training], error: asked.error, refetch: () => void asked.refetch() };
}

function sending({ key, file, state, cancel }: Upload): Work[] {
  if (state.phase !== "sending") return [];
  return [{ key: `upload ${key}`, kind: "uploading", name: file.name, progress: state.share, address: null, cancel: async () => cancel() }];
}
