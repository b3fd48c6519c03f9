import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { COLLECTIONS, type DatasetSpec, ERRORS, InvalidInput, isoTime, type Resource, sourceSize, type User } from "@agatha/contracts";
import { withoutUndefined } from "@agatha/contracts/resources/without-undefined";
import { type datasetPatch, readingToSpec } from "@agatha/contracts/wire";
import type { z } from "zod";
import { recordAudit } from "../audit/record-audit.js";
import type { ApiDeps } from "../deps.js";
import { updateResource } from "../resources/update-resource.js";
import { editableDataset } from "./access.js";
import { UPDATED_ANNOTATION } from "./answer.js";
import { releaseName, reserveName } from "./name-reservation.js";
import { presentColumns } from "./present-columns.js";
import { validateTimezone } from "./timezone.js";

type Patch = z.output<typeof datasetPatch>;
type DatasetChange = Patch & { columns: ColumnOverride[] };
type ColumnOverride = DatasetSpec["columns"][number];

/**
 * Changes a dataset. Throws NotFound (datasetNotFound) and InvalidInput: duplicateDatasetName for a taken name, columnName for a
 * column that the file does not have.
 */
export async function changeDataset(deps: ApiDeps, user: User, id: string, wanted: Patch): Promise<Resource<"Dataset">> {
  const dataset = await editableDataset(deps, user, id);
  if (wanted.timezone !== undefined) validateTimezone(wanted.timezone);
  const patch = { ...wanted, columns: await columnChanges(deps, dataset, wanted.columns ?? []) };
  if (isDeepStrictEqual(withoutUndefined(applyPatch(dataset.spec, patch)), withoutUndefined(dataset.spec))) return dataset;
  await recordAudit(deps, user, { action: "dataset.change", target: id, detail: patch });
  if (patch.name === undefined || patch.name === dataset.spec.displayName) return writeSpec(deps, dataset, patch);

  const { owner, productType } = dataset.spec;
  const reservation = randomUUID();
  await reserveName(deps, patch.name, { id: reservation, dataset: id, owner, size: sourceSize(dataset), productType });
  try {
    return await writeSpec(deps, dataset, patch);
  } finally {
    await releaseName(deps, reservation);
  }
}

function writeSpec(deps: ApiDeps, { metadata: { name, uid } }: Resource<"Dataset">, patch: DatasetChange): Promise<Resource<"Dataset">> {
  const updated = { [UPDATED_ANNOTATION]: isoTime(deps.clock) };
  return updateResource(deps, { kind: "Dataset", name, uid, notFoundCode: ERRORS.datasetNotFound }, (present) => ({
    ...present,
    metadata: { ...present.metadata, annotations: { ...present.metadata.annotations, ...updated } },
    spec: applyPatch(present.spec, patch),
  }));
}

function applyPatch(spec: DatasetSpec, { name, title, sampling, timezone, columns, ...options }: DatasetChange): DatasetSpec {
  return {
    ...spec,
    displayName: name ?? spec.displayName,
    title: title ?? spec.title,
    sampling: sampling ?? spec.sampling,
    timezone: timezone ?? spec.timezone,
    source: Object.assign({}, spec.source, withoutUndefined(readingToSpec(options))),
    columns: mergeColumns(spec.columns, columns),
  };
}

/** Returns the merged columns. Columns that are not named keep their values, and so do omitted fields of a named column. */
function mergeColumns(present: ColumnOverride[], changes: ColumnOverride[]): ColumnOverride[] {
  const merged = new Map(present.map((column) => [column.name, column]));
  for (const change of changes) merged.set(change.name, { ...merged.get(change.name), ...change });
  return [...merged.values()];
}

/**
 * Returns the actual changes, because clients may send every column as they received it. Throws columnName for columns that the
 * file does not have.
 */
async function columnChanges(deps: ApiDeps, { spec, status }: Resource<"Dataset">, columns: ColumnOverride[]): Promise<ColumnOverride[]> {
  const document = status?.table?.document;
  const found = columns.length > 0 && document ? await deps.documents.collection(COLLECTIONS.tables).get(document) : undefined;
  if (!found) return columns;
  const present = new Map(presentColumns(found.table.columns, spec).map((column) => [column.name, column]));
  const unknown = columns.flatMap(({ name }, i) =>
    present.has(name) ? [] : [{ path: `columns[${i}].name`, message: `There is no column ${JSON.stringify(name)}` }],
  );
  if (unknown.length > 0) throw new InvalidInput(ERRORS.columnName, unknown);
  return columns.flatMap((wanted) => {
    const column = present.get(wanted.name);
    const fields = (["type", "label", "hidden"] as const).filter(
      (field) => wanted[field] !== undefined && wanted[field] !== column?.[field],
    );
    return fields.length === 0 ? [] : [{ name: wanted.name, ...Object.fromEntries(fields.map((field) => [field, wanted[field]])) }];
  });
}
