import type { DatasetPhase } from "@agatha/contracts";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { useListController } from "react-admin";
import { isDatasetBusy } from "../../api/queries.js";
import { POLL_INTERVALS } from "../../api/timings.js";
import { pollInterval } from "../../api/use-api-query.js";
import { DATASET_STATES, type DatasetState } from "../../layout/dataset-state.js";
import { useWithoutDeleted } from "../../notifications/undoable-deletes.js";
import { useAnalysis } from "../../routing/analysis-context.js";

/** States that the list can be filtered by. All transient states are one. */
export type StateFilter = "busy" | "ready" | "failed";

const FILTER_STATES: Record<StateFilter, readonly DatasetState[]> = {
  busy: ["waiting", "uploading", "reading", "checking"],
  ready: ["ready"],
  failed: ["failed"],
};

/** Returns the states of datasets that the filter shows. */
export function statusesOf(filter: StateFilter): DatasetPhase[] {
  const phases = Object.keys(DATASET_STATES) as DatasetPhase[];
  return phases.filter((phase) => FILTER_STATES[filter].includes(DATASET_STATES[phase]));
}

/** Queries the datasets of the product in the address through react-admin's list. Polls while one is being read. */
export function useDatasetList() {
  const { product } = useAnalysis();
  const withoutDeleted = useWithoutDeleted("datasets");
  const list = useListController<DatasetAnswer>({
    resource: "datasets",
    filter: product === "all" ? {} : { product_type: product },
    sort: { field: "updated_at", order: "DESC" },
    perPage: 25,
    disableSyncWithLocation: true,
    storeKey: "datasets.list",
    debounce: 300,
    queryOptions: {
      refetchInterval: ({ state }) => pollInterval(state, (answer) => (answer?.data?.some(isDatasetBusy) ? POLL_INTERVALS.dataset : false)),
    },
  });
  return { list, datasets: list.data && withoutDeleted(list.data) };
}

export type DatasetListController = ReturnType<typeof useDatasetList>["list"];
