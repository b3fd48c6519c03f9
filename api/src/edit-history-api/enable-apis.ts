/** Switch for the extraction APIs of datasets. It applies all requested changes or none. */
import {
  type CodedProblem,
  type EditHistory,
  ERRORS,
  isMarkedDeleted,
  type Resource,
  throwProblems,
  titleOf,
  type User,
} from "@agatha/contracts";
import type { EditHistoryApiState } from "@agatha/contracts/wire";
import { type ApiTarget, editHistoryLimitProblem, limitProblems } from "../api-limits/limit-problems.js";
import { recordAudit } from "../audit/record-audit.js";
import type { ApiDeps } from "../deps.js";
import { enabledSpecs, undeletedSteps } from "../edit-history/history.js";
import { loadHistory, setApiEnabled } from "../resources/edit-histories.js";

type EnablingDeps = Pick<ApiDeps, "resources" | "documents" | "clock" | "logger">;

interface ApiStateChange {
  dataset_id: string;
  api_enabled: boolean;
}

interface DatasetWithHistory {
  dataset: Resource<"Dataset">;
  history: EditHistory | undefined;
}

/** Returns every dataset with an entry in its edit history. */
export async function listEditHistoryApis(deps: EnablingDeps): Promise<EditHistoryApiState[]> {
  const datasets = [...(await loadDatasets(deps)).values()];
  return datasets.flatMap((found) => (found.history && undeletedSteps(found.history.entries).length > 0 ? [apiStateOf(found)] : []));
}

/**
 * Returns the states in the order of the request. Throws InvalidInput with a problem for each change that is refused; then
 * nothing has changed.
 */
export async function setEditHistoryApisEnabled(
  deps: EnablingDeps,
  manager: User,
  changes: ApiStateChange[],
): Promise<EditHistoryApiState[]> {
  const datasets = await loadDatasets(deps);
  const limits = changes.map(({ dataset_id, api_enabled }, i) => ({ target: dataset_id, enabled: api_enabled, path: pathOf(i) }));
  const targets = new Map([...datasets].map(([name, found]) => [name, apiTargetOf(found)]));
  throwProblems([...changeProblems(datasets, changes), ...(await limitProblems(deps, targets, limits, editHistoryLimitProblem))]);
  const states: EditHistoryApiState[] = [];
  for (const { dataset_id, api_enabled } of changes) {
    const { dataset, history } = datasets.get(dataset_id)!;
    if (isEnabled(history) !== api_enabled) {
      await recordAudit(deps, manager, { action: api_enabled ? "extraction.api.enable" : "extraction.api.disable", target: dataset_id });
    }
    states.push(apiStateOf({ dataset, history: await setApiEnabled(deps, dataset, api_enabled) }));
  }
  return states;
}

const pathOf = (index: number): string => `api_update_list[${index}].dataset_id`;

function apiTargetOf({ dataset: { spec }, history }: DatasetWithHistory): ApiTarget {
  return { owner: spec.owner, productType: spec.productType, enabled: isEnabled(history) };
}

const isEnabled = (history: EditHistory | undefined): boolean => history?.api?.enabled ?? false;

/** Returns datasets by name, except those that are being deleted. */
async function loadDatasets(deps: EnablingDeps): Promise<Map<string, DatasetWithHistory>> {
  const { items } = await deps.resources.list("Dataset");
  const present = items.filter((dataset) => !isMarkedDeleted(dataset));
  return new Map(
    await Promise.all(
      present.map(async (dataset): Promise<[string, DatasetWithHistory]> => {
        const { name, uid } = dataset.metadata;
        return [name, { dataset, history: await loadHistory(deps, uid) }];
      }),
    ),
  );
}

function changeProblems(datasets: Map<string, DatasetWithHistory>, changes: ApiStateChange[]): CodedProblem[] {
  const ids = changes.map(({ dataset_id }) => dataset_id);
  return changes.flatMap(({ dataset_id, api_enabled }, i): CodedProblem[] => {
    const path = pathOf(i);
    if (ids.indexOf(dataset_id) !== i) return [{ code: ERRORS.badRequest, path, message: "The dataset is listed twice" }];
    const found = datasets.get(dataset_id);
    if (!found) return [{ code: ERRORS.datasetNotFound, path, message: `There is no dataset ${dataset_id}` }];
    const entries = undeletedSteps(found.history?.entries ?? []);
    if (api_enabled && entries.length === 0)
      return [{ code: ERRORS.editHistoryNotFound, path, message: "The dataset has no edit history: add an entry first" }];
    return [];
  });
}

function apiStateOf({ dataset: { metadata, spec }, history }: DatasetWithHistory): EditHistoryApiState {
  return {
    dataset_id: metadata.name,
    dataset_name: spec.displayName,
    dataset_title: titleOf({ spec }),
    dataset_product_type: spec.productType,
    owner_id: spec.owner,
    entries: enabledSpecs(history?.entries ?? []).length,
    api_enabled: isEnabled(history),
    api_update_at: history?.api?.updatedAt ?? null,
  };
}
