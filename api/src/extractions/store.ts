import {
  AlreadyExists,
  COLLECTIONS,
  Conflict,
  type ExtractionDocument,
  type ExtractionEntry,
  InvalidInput,
  isoTime,
  NotFound,
  type Resource,
} from "@agatha/contracts";
import { columnsAfter, type ExtractionSteps } from "@agatha/trainer/serving";
import { describedTable } from "../datasets/state.js";
import type { ApiDeps } from "../deps.js";
import { enabledSpecs, withoutOld } from "./history.js";

type StoreDeps = Pick<ApiDeps, "documents" | "clock">;

/** So many times in a row nobody loses against others who edit the same dataset. */
const ATTEMPTS = 20;

/** The dataset's history, with what can still be restored. */
export async function storedEntries({ documents, clock }: StoreDeps, dataset: Resource<"Dataset">): Promise<ExtractionEntry[]> {
  const found = await documents.collection(COLLECTIONS.extractions).get(dataset.metadata.uid);
  return withoutOld(found?.entries ?? [], clock.now());
}

/** What is to be made of the dataset's rows; undefined while no entry is enabled. */
export async function enabledExtraction(deps: StoreDeps, dataset: Resource<"Dataset">): Promise<ExtractionSteps | undefined> {
  const specs = enabledSpecs(await storedEntries(deps, dataset));
  return specs.length > 0 ? { specs, timezone: dataset.spec.timezone } : undefined;
}

/**
 * Changes the history on its newest version, again when somebody else wrote meanwhile. Throws what `change` throws, and
 * InvalidInput (010404, 010405, 010411) for a change after which the enabled entries do not fit to the columns any more.
 */
export async function changeHistory(
  deps: StoreDeps,
  dataset: Resource<"Dataset">,
  change: (entries: ExtractionEntry[]) => ExtractionEntry[],
): Promise<ExtractionEntry[]> {
  const changed = await changeDocument(deps, dataset, async (present) => {
    const before = withoutOld(present.entries, deps.clock.now());
    const entries = change(before);
    await ensureFits(deps, dataset, before, entries);
    return { ...present, entries };
  });
  return changed.entries;
}

/** Enables or disables the dataset's extraction API. */
export async function changeApi(deps: StoreDeps, dataset: Resource<"Dataset">, enabled: boolean): Promise<ExtractionDocument> {
  return await changeDocument(deps, dataset, async (present) =>
    (present.api?.enabled ?? false) === enabled ? present : { ...present, api: { enabled, updatedAt: isoTime(deps.clock) } },
  );
}

/** With what can still be restored. */
export async function storedHistory({ documents }: Pick<StoreDeps, "documents">, uid: string): Promise<ExtractionDocument | undefined> {
  return await documents.collection(COLLECTIONS.extractions).get(uid);
}

type Content = Pick<ExtractionDocument, "entries" | "api">;

async function changeDocument(
  deps: StoreDeps,
  dataset: Resource<"Dataset">,
  change: (present: Content) => Promise<Content>,
): Promise<ExtractionDocument> {
  const collection = deps.documents.collection(COLLECTIONS.extractions);
  const id = dataset.metadata.uid;
  for (let attempt = 1; ; attempt++) {
    const present = await collection.get(id);
    const changed = await change(present ?? { entries: [] });
    try {
      return await (present ? collection.replace({ ...present, ...changed }) : collection.insert({ id, ...changed }));
    } catch (error) {
      const again = error instanceof Conflict || error instanceof AlreadyExists || error instanceof NotFound;
      if (!again || attempt === ATTEMPTS) throw error;
    }
  }
}

/** A history that does not fit as it is, because the dataset was read anew, can be put right step by step. */
async function ensureFits(
  deps: StoreDeps,
  dataset: Resource<"Dataset">,
  before: ExtractionEntry[],
  after: ExtractionEntry[],
): Promise<void> {
  const table = await describedTable(deps, dataset);
  if (!table) return;
  const misfit = (entries: ExtractionEntry[]): InvalidInput | undefined => {
    try {
      columnsAfter(table.columns, enabledSpecs(entries));
    } catch (error) {
      if (error instanceof InvalidInput) return error;
      throw error;
    }
  };
  const problem = misfit(after);
  if (problem && !misfit(before)) throw problem;
}
