import { type ExtractionEntry, type ExtractionTemplate, InvalidInput, isoTime, type Resource, type User } from "@agatha/contracts";
import type { ExtractionAnswer } from "@agatha/contracts/wire";
import { columnsAfter, type NamedColumn } from "@agatha/trainer/serving";
import type { ApiDeps } from "../deps.js";
import { columnsOf } from "../extraction-api/service.js";
import { neededColumns } from "../extractions/answer.js";
import { enabledSpecs, insertEntry } from "../extractions/history.js";
import { answers, newEntryId } from "../extractions/service.js";
import { changeHistory } from "../extractions/store.js";
import { audit } from "../management/audit.js";

/**
 * The history with the template's entries at its end. Throws InvalidInput: 010405 with a problem for each column that the
 * template needs and that is not there, or for the one that is of another type, 010404 and 010411 for names that are
 * taken, 010201 while the dataset is not read and where the history is full.
 */
export async function applyTemplate(
  deps: ApiDeps,
  user: User,
  dataset: Resource<"Dataset">,
  template: ExtractionTemplate,
): Promise<ExtractionAnswer[]> {
  const columns = await columnsOf(deps, dataset);
  const about = { enabled: true, owner: user.id, updatedAt: isoTime(deps.clock) };
  const added = template.entries.map((entry) => ({ ...entry, ...about, id: newEntryId(dataset) }));
  const ids = new Set(added.map(({ id }) => id));
  const detail = { template: template.id, name: template.name };
  await audit(deps, user, { action: "extraction.template", target: dataset.metadata.name, detail });
  const entries = await changeHistory(deps, dataset, (present) => {
    const all = added.reduce((entries: ExtractionEntry[], entry) => insertEntry(entries, entry), present);
    // The template's aggregation, if any, has disabled the one before.
    const before = columnsAfter(columns, enabledSpecs(all.filter(({ id }) => !ids.has(id))));
    ensureFits(before, template, dataset.spec.displayName);
    return all;
  });
  return answers(dataset, entries);
}

function ensureFits(columns: readonly NamedColumn[], { entries }: ExtractionTemplate, dataset: string): void {
  const specs = entries.map(({ spec }) => spec);
  const there = new Set(columns.map(({ name }) => name));
  const missing = neededColumns(specs).filter((name) => !there.has(name));
  if (missing.length === 0) return void columnsAfter(columns, specs);
  throw new InvalidInput(
    "010405",
    missing.map((name) => ({
      path: `columns.${name}`,
      message: `The dataset ${dataset} has no column ${JSON.stringify(name)} after its own edits, and the template needs it`,
    })),
  );
}
