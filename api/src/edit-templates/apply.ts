import {
  type EditStep,
  type EditTemplate,
  ERRORS,
  InvalidInput,
  isoTime,
  type Resource,
  requiredColumns,
  type User,
} from "@agatha/contracts";
import type { EditStepAnswer } from "@agatha/contracts/wire";
import { columnsAfterEdits, type NamedColumn } from "@agatha/trainer/serving";
import { recordAudit } from "../audit/record-audit.js";
import { requireDatasetProduct } from "../datasets/access.js";
import { parsedColumns } from "../datasets/status.js";
import { enabledSpecs, insertStep } from "../edit-history/history.js";
import { editStepAnswers, newEditStepId } from "../edit-history/service.js";
import { updateHistory } from "../edit-history/store.js";
import { type EditStepDeps, storedStep } from "../edit-history/stored-step.js";

/**
 * Returns the history with the template's entries at its end. Throws InvalidInput: columnName with a problem for each column that
 * the template needs and that is missing; dataExtraction for a column of another type or a taken name; badRequest while the dataset
 * is not parsed, and for a full history.
 */
export async function applyTemplate(
  deps: EditStepDeps,
  user: User,
  dataset: Resource<"Dataset">,
  template: EditTemplate,
): Promise<EditStepAnswer[]> {
  await requireDatasetProduct(deps, user, dataset);
  const columns = await parsedColumns(deps, dataset);
  const about = { enabled: true, owner: user.id, updatedAt: isoTime(deps.clock) };
  const added: Omit<EditStep, "order">[] = [];
  for (const { cond, spec } of template.entries) {
    added.push({ cond, spec: await storedStep(deps, user, dataset, spec), ...about, id: newEditStepId(dataset) });
  }
  const ids = new Set(added.map(({ id }) => id));
  const detail = { template: template.id, name: template.name };
  await recordAudit(deps, user, { action: "extraction.template", target: dataset.metadata.name, detail });
  const entries = await updateHistory(deps, dataset, (present) => {
    const all = added.reduce((entries: EditStep[], entry) => insertStep(entries, entry), present);
    // The template's aggregation, if any, has disabled the previous one.
    const before = columnsAfterEdits(columns, enabledSpecs(all.filter(({ id }) => !ids.has(id))));
    ensureColumnsPresent(before, added, dataset.spec.displayName);
    return all;
  });
  return editStepAnswers(dataset, entries);
}

function ensureColumnsPresent(columns: readonly NamedColumn[], entries: readonly Pick<EditStep, "spec">[], dataset: string): void {
  const specs = entries.map(({ spec }) => spec);
  const there = new Set(columns.map(({ name }) => name));
  const missing = requiredColumns(specs).filter((name) => !there.has(name));
  if (missing.length === 0) return void columnsAfterEdits(columns, specs);
  throw new InvalidInput(
    ERRORS.columnName,
    missing.map((name) => ({
      path: `columns.${name}`,
      message: `The dataset ${dataset} has no column ${JSON.stringify(name)} after its own edits, and the template needs it`,
    })),
  );
}
