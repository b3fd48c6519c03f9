/** Steps as they were when something was made with them: whatever becomes of the history, they stay. */
import { createHash } from "node:crypto";
import {
  AlreadyExists,
  COLLECTIONS,
  type ExtractionSpec,
  InvalidInput,
  NotFound,
  type Resource,
  type TableColumn,
} from "@agatha/contracts";
import { columnsAfter, type ExtractionSteps } from "@agatha/trainer/serving";
import type { ApiDeps } from "../deps.js";
import type { ModelColumn } from "../models/findings.js";
import { enabledSpecs } from "./history.js";
import { storedEntries } from "./store.js";

type StepsDeps = Pick<ApiDeps, "documents" | "clock">;
type Dataset = Resource<"Dataset">;

/** The id of the steps that are enabled now. Throws InvalidInput (010201) while there are none. */
export async function presentSteps(deps: StepsDeps, dataset: Dataset): Promise<string> {
  const specs = enabledSpecs(await storedEntries(deps, dataset));
  if (specs.length === 0) {
    const message = "No entry of the edit history is enabled: enable one, or leave use_extraction out";
    throw new InvalidInput("010201", { path: "use_extraction", message });
  }
  return await kept(deps, dataset, specs);
}

/** The id of the same steps for another dataset. Throws NotFound (010415). */
export async function stepsFor(deps: StepsDeps, dataset: Dataset, id: string): Promise<string> {
  return await kept(deps, dataset, await specsOf(deps, id));
}

/** What is to be made of rows. Throws NotFound (010415). */
export async function storedExtraction(deps: Pick<ApiDeps, "documents">, { spec }: Dataset, id = ""): Promise<ExtractionSteps> {
  return { specs: await specsOf(deps, id), timezone: spec.timezone };
}

/**
 * The columns that the steps leave of the dataset's, or those themselves where there are no steps. Throws NotFound
 * (010415), and InvalidInput (010404, 010405, 010411) where the steps do not fit to them.
 */
export async function columnsThen(
  deps: Pick<ApiDeps, "documents">,
  columns: ReadonlyMap<string, TableColumn>,
  id: string | undefined,
): Promise<ReadonlyMap<string, ModelColumn>> {
  if (id === undefined) return columns;
  const left = columnsAfter([...columns.values()], await specsOf(deps, id));
  return new Map(left.map(({ name, type }) => [name, { name, type, hidden: columns.get(name)?.hidden ?? false }]));
}

async function specsOf({ documents }: Pick<ApiDeps, "documents">, id: string): Promise<ExtractionSpec[]> {
  const found = await documents.collection(COLLECTIONS.extractionSteps).get(id);
  if (!found) throw new NotFound(`the steps ${id} are not there`, "010415");
  return found.specs;
}

/** The same steps of the same dataset are kept once. */
async function kept({ documents }: StepsDeps, { metadata }: Dataset, specs: ExtractionSpec[]): Promise<string> {
  const id = `${metadata.uid}.${createHash("sha256").update(JSON.stringify(specs)).digest("hex")}`;
  try {
    await documents.collection(COLLECTIONS.extractionSteps).insert({ id, datasetUid: metadata.uid, specs });
  } catch (error) {
    if (!(error instanceof AlreadyExists)) throw error;
  }
  return id;
}
