/** Switch for the extraction APIs of datasets. It applies all requested changes or none. */
import {
  COLLECTIONS,
  type EditHistory,
  ERRORS,
  type ErrorCode,
  InvalidInput,
  isMarkedDeleted,
  licenceStage,
  type Problem,
  type Resource,
  type User,
} from "@agatha/contracts";
import type { EditHistoryApiState } from "@agatha/contracts/wire";
import { recordAudit } from "../audit/record-audit.js";
import type { ApiDeps } from "../deps.js";
import { enabledSpecs, undeletedSteps } from "../edit-history/history.js";
import { loadHistory, setApiEnabled } from "../edit-history/store.js";

type EnablingDeps = Pick<ApiDeps, "resources" | "documents" | "clock">;

export interface ApiStateChange {
  dataset_id: string;
  api_enabled: boolean;
}

interface DatasetWithHistory {
  dataset: Resource<"Dataset">;
  history: EditHistory | undefined;
}

interface CodedProblem extends Problem {
  code: ErrorCode;
}

/** Returns every dataset with an entry in its edit history. */
export async function listEditHistoryApis(deps: EnablingDeps): Promise<EditHistoryApiState[]> {
  const places = [...(await loadDatasets(deps)).values()];
  return places.flatMap((place) => (place.history && undeletedSteps(place.history.entries).length > 0 ? [apiStateOf(place)] : []));
}

/**
 * Returns the states in the order of the request. Throws InvalidInput with a problem for each change that is refused; then
 * nothing has changed.
 */
export async function setEditHistoryApisEnabled(
  deps: EnablingDeps,
  manager: User,
  wishes: ApiStateChange[],
): Promise<EditHistoryApiState[]> {
  const places = await loadDatasets(deps);
  const found = [...changeProblems(places, wishes), ...(await limitProblems(deps, places, wishes))];
  const [first] = found;
  if (first)
    throw new InvalidInput(
      first.code,
      found.map(({ path, message }) => ({ path, message })),
    );
  const states: EditHistoryApiState[] = [];
  for (const { dataset_id, api_enabled } of wishes) {
    const { dataset, history } = places.get(dataset_id)!;
    if (isEnabled(history) !== api_enabled) {
      await recordAudit(deps, manager, { action: api_enabled ? "extraction.api.enable" : "extraction.api.disable", target: dataset_id });
    }
    states.push(apiStateOf({ dataset, history: await setApiEnabled(deps, dataset, api_enabled) }));
  }
  return states;
}

const isEnabled = (history: EditHistory | undefined): boolean => history?.api?.enabled ?? false;

/** Returns datasets by name, except those that are being deleted. */
async function loadDatasets(deps: EnablingDeps): Promise<Map<string, DatasetWithHistory>> {
  const { items } = await deps.resources.list("Dataset");
  const datasets = items.filter((dataset) => !isMarkedDeleted(dataset));
  const places = await Promise.all(
    datasets.map(async (dataset): Promise<DatasetWithHistory> => ({ dataset, history: await loadHistory(deps, dataset.metadata.uid) })),
  );
  return new Map(places.map((place) => [place.dataset.metadata.name, place]));
}

function changeProblems(places: Map<string, DatasetWithHistory>, wishes: ApiStateChange[]): CodedProblem[] {
  const ids = wishes.map(({ dataset_id }) => dataset_id);
  return wishes.flatMap(({ dataset_id, api_enabled }, i): CodedProblem[] => {
    const path = `api_update_list[${i}].dataset_id`;
    if (ids.indexOf(dataset_id) !== i) return [{ code: ERRORS.badRequest, path, message: "The dataset is listed twice" }];
    const place = places.get(dataset_id);
    if (!place) return [{ code: ERRORS.datasetNotFound, path, message: `There is no dataset ${dataset_id}` }];
    const entries = undeletedSteps(place.history?.entries ?? []);
    if (api_enabled && entries.length === 0)
      return [{ code: ERRORS.editHistoryNotFound, path, message: "The dataset has no edit history: add an entry first" }];
    return [];
  });
}

/**
 * Returns a problem for each change that an owner's expired contract or a product's limit does not allow. APIs disabled by the
 * same request free quota.
 */
async function limitProblems(
  deps: EnablingDeps,
  places: Map<string, DatasetWithHistory>,
  wishes: ApiStateChange[],
): Promise<CodedProblem[]> {
  const after = new Map(wishes.map((wish) => [wish.dataset_id, wish.api_enabled]));
  const key = ({ spec }: Resource<"Dataset">): string => `${spec.productType} ${spec.owner}`;
  const enabled = new Map<string, number>();
  for (const [name, { dataset, history }] of places) {
    if (after.get(name) ?? isEnabled(history)) enabled.set(key(dataset), (enabled.get(key(dataset)) ?? 0) + 1);
  }
  const found: CodedProblem[] = [];
  for (const [i, { dataset_id, api_enabled }] of wishes.entries()) {
    const place = places.get(dataset_id);
    if (!place || !api_enabled || isEnabled(place.history)) continue;
    const { owner: ownerId, productType } = place.dataset.spec;
    const path = `api_update_list[${i}].dataset_id`;
    const owner = await deps.documents.collection(COLLECTIONS.users).get(ownerId);
    if (owner && licenceStage(owner.contract, deps.clock.now()) === "expired") {
      found.push({ code: ERRORS.licenceExpired, path, message: `${owner.username}'s contract has expired` });
      continue;
    }
    const limit = owner?.products[productType].enableLimit ?? 0;
    const wanted = enabled.get(key(place.dataset)) ?? 0;
    if (limit < 0 || wanted <= limit) continue;
    const message = `${owner?.username ?? "The owner"} may have ${limit} extraction APIs of ${productType}; this would make ${wanted}`;
    found.push({ code: ERRORS.apiActivationLimitReached, path, message });
  }
  return found;
}

function apiStateOf({ dataset: { metadata, spec }, history }: DatasetWithHistory): EditHistoryApiState {
  return {
    dataset_id: metadata.name,
    dataset_name: spec.displayName,
    dataset_product_type: spec.productType,
    owner_id: spec.owner,
    entries: enabledSpecs(history?.entries ?? []).length,
    api_enabled: isEnabled(history),
    api_update_at: history?.api?.updatedAt ?? null,
  };
}
