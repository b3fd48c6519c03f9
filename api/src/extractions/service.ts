import { randomBytes } from "node:crypto";
import { type ExtractionEntry, InvalidInput, isoTime, NotFound, type Problem, type Resource, type User } from "@agatha/contracts";
import type { CreateExtractionRequest, ExtractionAnswer, ExtractionsPatch } from "@agatha/contracts/wire";
import { accessibleDataset } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";
import { audit } from "../management/audit.js";
import { extractionAnswer } from "./answer.js";
import { changeEntries, enabledPlace, insertEntry, liveEntries } from "./history.js";
import { changeHistory, storedEntries } from "./store.js";

type Dataset = Resource<"Dataset">;

/** In order, without what is deleted. */
export async function listExtractions(deps: ApiDeps, dataset: Dataset): Promise<ExtractionAnswer[]> {
  return answers(dataset, await storedEntries(deps, dataset));
}

/** Throws InvalidInput (010404, 010405, 010411) for a step that does not fit to the columns, or that later steps do not fit to. */
export async function addExtraction(
  deps: ApiDeps,
  user: User,
  dataset: Dataset,
  { index, cond, spec }: CreateExtractionRequest,
): Promise<ExtractionAnswer> {
  const id = newEntryId(dataset);
  const entry = { id, enabled: true, cond, spec, owner: user.id, updatedAt: isoTime(deps.clock) };
  await audit(deps, user, { action: "extraction.add", target: id, detail: { type: spec.type } });
  let place = -1;
  const insert = (present: ExtractionEntry[]): ExtractionEntry[] => {
    const entries = insertEntry(present, entry, index);
    place = enabledPlace(entries, id);
    return entries;
  };
  const entries = await changeHistory(deps, dataset, insert).catch((error: unknown) => {
    throw asSent(error, place);
  });
  return answerOf(dataset, entries, id);
}

/** Of what is wrong with the step at this place of the history, the path in the request that brought it. */
function asSent(error: unknown, place: number): unknown {
  if (!(error instanceof InvalidInput)) return error;
  const step = `entries[${place}]`;
  const own = ({ path }: Problem): boolean => path === step || path.startsWith(`${step}.`);
  return new InvalidInput(
    error.code,
    error.problems.map((problem) => (own(problem) ? { ...problem, path: `spec${problem.path.slice(step.length)}` } : problem)),
  );
}

/** All of them, or none. Throws NotFound (010415), and InvalidInput as above. Returns what is there then, in order. */
export async function changeExtractions(deps: ApiDeps, user: User, dataset: Dataset, patch: ExtractionsPatch): Promise<ExtractionAnswer[]> {
  await audit(deps, user, { action: `extraction.${patch.change}`, target: dataset.metadata.name, detail: { ids: patch.ids ?? "all" } });
  return answers(dataset, await changeHistory(deps, dataset, (present) => changeEntries(present, patch, isoTime(deps.clock))));
}

/** The same of one, which is there afterwards. */
export async function changeExtraction(
  deps: ApiDeps,
  user: User,
  dataset: Dataset,
  { id, change }: { id: string; change: "enable" | "disable" | "restore" },
): Promise<ExtractionAnswer> {
  const found = (await changeExtractions(deps, user, dataset, { ids: [id], change })).find((entry) => entry.id === id);
  if (!found) throw absent(id);
  return found;
}

/** By its id alone. Throws NotFound (010415) alike for what is not there and what is somebody else's. */
export async function extractionById(deps: ApiDeps, user: User, id: string): Promise<{ dataset: Dataset; entry: ExtractionAnswer }> {
  const [name = ""] = id.split(".");
  const dataset = await accessibleDataset(deps, user, name).catch((error: unknown) => {
    throw error instanceof NotFound ? absent(id) : error;
  });
  return { dataset, entry: answerOf(dataset, await storedEntries(deps, dataset), id) };
}

/** An entry by its dataset and its id. Throws NotFound (010401, 010415). */
export async function extractionIn(
  deps: ApiDeps,
  user: User,
  { id, extId }: { id: string; extId: string },
): Promise<{ dataset: Dataset; entry: ExtractionAnswer }> {
  const dataset = await accessibleDataset(deps, user, id);
  return { dataset, entry: answerOf(dataset, await storedEntries(deps, dataset), extId) };
}

export const newEntryId = ({ metadata }: Dataset): string => `${metadata.name}.${randomBytes(10).toString("hex")}`;

/** Of those that are not deleted, in order. */
export function answers(dataset: Dataset, entries: ExtractionEntry[]): ExtractionAnswer[] {
  return liveEntries(entries).map((entry) => extractionAnswer(dataset, entry));
}

function answerOf(dataset: Dataset, entries: ExtractionEntry[], id: string): ExtractionAnswer {
  const found = answers(dataset, entries).find((entry) => entry.id === id);
  if (!found) throw absent(id);
  return found;
}

const absent = (id: string): NotFound => new NotFound(`entry ${id} is not there`, "010415");
