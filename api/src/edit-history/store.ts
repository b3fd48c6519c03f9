import { type EditStep, InvalidInput, type Resource } from "@agatha/contracts";
import { columnsAfterEdits, type EditSteps, type LoadedStep, loadJoins } from "@agatha/trainer/serving";
import { describedTable } from "../datasets/status.js";
import type { ApiDeps } from "../deps.js";
import { changeHistory, loadHistory } from "../resources/edit-histories.js";
import { enabledSpecs, undeletedSteps, withoutExpired } from "./history.js";
import { deleteUnusedCopies } from "./unused-copies.js";

type StoreDeps = Pick<ApiDeps, "documents" | "clock">;
type ReadDeps = Pick<ApiDeps, "documents" | "clock" | "objects">;
type UpdateDeps = Pick<ApiDeps, "documents" | "clock" | "objects" | "logger">;

/** Returns the dataset's history, including entries that can be restored. */
export async function loadSteps(deps: StoreDeps, dataset: Resource<"Dataset">): Promise<EditStep[]> {
  const found = await loadHistory(deps, dataset.metadata.uid);
  return withoutExpired(found?.entries ?? [], deps.clock.now());
}

/** Returns the enabled edits of the dataset's rows, or undefined if no entry is enabled. */
export async function loadEnabledEdits(deps: ReadDeps, dataset: Resource<"Dataset">): Promise<EditSteps | undefined> {
  const specs = enabledSpecs(await loadSteps(deps, dataset));
  return specs.length > 0 ? { specs: await loadJoins(specs, deps.objects), timezone: dataset.spec.timezone } : undefined;
}

/** Returns the enabled edits before a place in the history, and a step that is tried there. */
export async function loadEditsWith(
  deps: ReadDeps,
  dataset: Resource<"Dataset">,
  { index, spec }: { index?: number | undefined; spec: LoadedStep },
): Promise<EditSteps> {
  const before = enabledSpecs(undeletedSteps(await loadSteps(deps, dataset)).slice(0, index));
  // Only the last of several aggregations is carried out.
  const kept = spec.type === "aggregation" ? before.filter(({ type }) => type !== "aggregation") : before;
  return { specs: [...(await loadJoins(kept, deps.objects)), spec], timezone: dataset.spec.timezone };
}

/**
 * Changes the newest version of the history and tries again after a concurrent write. Throws what `change` throws, and
 * InvalidInput (dataExtraction) if the enabled entries no longer fit the columns after the change. Entries leave the history a day
 * after their deletion, or when they are deleted for good. Copied rows that no step reads any more are deleted.
 */
export async function updateHistory(
  deps: UpdateDeps,
  dataset: Resource<"Dataset">,
  change: (entries: EditStep[]) => EditStep[],
): Promise<EditStep[]> {
  let before: EditStep[] = [];
  const changed = await changeHistory(deps, dataset, async (present) => {
    before = present.entries;
    const current = withoutExpired(before, deps.clock.now());
    const entries = change(current);
    await ensureStepsApply(deps, dataset, current, entries);
    return { ...present, entries };
  });
  await deleteUnusedCopies(deps, dataset, { before, after: changed.entries });
  return changed.entries;
}

/**
 * Throws if the steps do not apply. A history that did not fit before the change, because the dataset was parsed again, can be
 * repaired step by step.
 */
async function ensureStepsApply(deps: StoreDeps, dataset: Resource<"Dataset">, before: EditStep[], after: EditStep[]): Promise<void> {
  const table = await describedTable(deps, dataset);
  if (!table) return;
  const misfit = (entries: EditStep[]): InvalidInput | undefined => {
    try {
      columnsAfterEdits(table.columns, enabledSpecs(entries));
    } catch (error) {
      if (error instanceof InvalidInput) return error;
      throw error;
    }
  };
  const problem = misfit(after);
  if (problem && !misfit(before)) throw problem;
}
