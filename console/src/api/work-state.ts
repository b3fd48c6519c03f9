import type { ApiClient } from "@agatha/contracts/client";
import type { EvaluationAnswer } from "@agatha/contracts/wire";
import { modelState } from "./model-state.js";
import { isDatasetBusy, isModelBusy } from "./queries.js";
import type { StartedWork } from "./work-log.js";

/**
 * State of started work, with the names that users know: several for a comparison. Work that was cancelled, or waits for its user,
 * is not reported.
 */
interface WorkState {
  names: string[];
  state: "running" | "done" | "failed" | "stopped" | "cancelled";
}

/** Kinds that are watched alike. An automatic training has a page that takes part in its end. */
export type WatchedWork = StartedWork & { kind: Exclude<StartedWork["kind"], "automodel"> };

type AskState = (api: ApiClient, work: StartedWork, signal: AbortSignal) => Promise<WorkState>;

const ASK_STATE: Record<WatchedWork["kind"], AskState> = {
  model: async (api, { datasetId, id }, signal) => {
    const model = await api.model(datasetId, id, signal);
    const state = modelState(model);
    const ended = state === "failed" || state === "stopped" || state === "cancelled" ? state : "done";
    return { names: [model.title], state: isModelBusy(model) ? "running" : ended };
  },
  dataset: async (api, { id }, signal) => {
    const dataset = await api.dataset(id, signal);
    return { names: [dataset.title], state: isDatasetBusy(dataset) ? "running" : endOf(dataset.status) };
  },
  report: async (api, { id }, signal) => {
    const [{ title }, { status }] = await Promise.all([api.dataset(id, signal), api.profiling(id, signal)]);
    return { names: [title], state: status === "pending" || status === "init" ? "running" : status === "success" ? "done" : "failed" };
  },
  evaluation: async (api, { datasetId, id }, signal) => {
    const evaluation = await api.evaluation(datasetId, id, {}, signal);
    const { status } = evaluation;
    const names = comparedModelNames(evaluation);
    // Without test rows nothing runs. It is logged again when they are uploaded.
    if (status === "prepare_upload_finish") return { names, state: "cancelled" };
    return { names, state: status === "init" || status === "evaluating" ? "running" : endOf(status) };
  },
  batch: calculationState,
  optimization: calculationState,
};

/** Returns the titles of a comparison's models; one of another dataset, which may have the same title, with its dataset. */
export function comparedModelNames({
  dataset_id: own,
  evaluation_bymodel: lines,
}: Pick<EvaluationAnswer, "dataset_id" | "evaluation_bymodel">): string[] {
  return lines.map(({ model_title, dataset_id, dataset_title }) =>
    dataset_title === null || dataset_id === own ? model_title : `${model_title} (${dataset_title})`,
  );
}

async function calculationState(api: ApiClient, { datasetId, modelId = "", id }: StartedWork, signal: AbortSignal): Promise<WorkState> {
  const [{ title }, { status }] = await Promise.all([
    api.model(datasetId, modelId, signal),
    api.calculation(datasetId, modelId, id, signal),
  ]);
  return { names: [title], state: status === "is_processed" ? "running" : status === "success" ? "done" : "failed" };
}

const endOf = (status: string): "done" | "failed" => (status.endsWith("_fail") ? "failed" : "done");

/** Asks the server how far work is. Throws ApiError, with status 404 if it was deleted. */
export function workState(api: ApiClient, work: WatchedWork, signal: AbortSignal): Promise<WorkState> {
  return ASK_STATE[work.kind](api, work, signal);
}
