/** A model's groups as a new dataset: its training rows, with a column for each row's group. */
import { Readable } from "node:stream";
import {
  displayNameFromFile,
  ERRORS,
  FINALIZER,
  InvalidInput,
  type PredictionResult,
  RESERVED_COLUMN_NAMES,
  type Resource,
  type User,
} from "@agatha/contracts";
import { csvCell } from "@agatha/contracts/csv/csv-cell";
import type { SaveClusterLabelsRequest } from "@agatha/contracts/wire";
import { joinResults, type RowPage, type ServingModel } from "@agatha/trainer/serving";
import { recordAudit } from "../audit/record-audit.js";
import { ensureCanCreateForProduct } from "../datasets/access.js";
import { type NameReservationRequest, releaseName, reserveAvailableName, reserveName } from "../datasets/name-reservation.js";
import { describedTable } from "../datasets/status.js";
import type { ApiDeps } from "../deps.js";
import { columnsAfterSnapshot } from "../edit-history/step-snapshots.js";
import { turn } from "../event-loop/turns.js";
import type { ModelCache } from "../serving/model-cache.js";
import { predictRows } from "../serving/predict.js";
import { loadModelInfo, trainedArtifact } from "../serving/trained-model.js";
import { readPages } from "../tables/rows.js";
import type { TableReaderCache } from "../tables/table-reader-cache.js";
import { newDatasetId } from "../uploads/prepared-upload.js";
import { withUpload } from "../uploads/stored-file.js";
import { createDataset } from "../uploads/upload.js";
import type { ModelInDataset } from "./access.js";
import { type TrainingRows, trainingRows } from "./training-rows.js";

export interface SaveServices {
  models: ModelCache;
  tables: TableReaderCache;
}
type Dataset = Resource<"Dataset">;

/** Cells that are written between two other requests. */
const CELLS_AT_ONCE = 5_000;

/**
 * Saves the groups. Throws InvalidInput: duplicateDatasetName for a taken name, duplicateColumnName and reservedColumnName for an
 * invalid name of the group column, modelNotTrained for an untrained model, calculationFailed for one without groups, and dataChanged
 * if the dataset has other rows than at the training.
 */
export async function saveGroups(
  deps: ApiDeps,
  services: SaveServices,
  user: User,
  found: ModelInDataset & { request: SaveClusterLabelsRequest },
): Promise<Dataset> {
  const { dataset, model, request } = found;
  const { productType } = dataset.spec;
  ensureCanCreateForProduct(user, productType);
  ensureMakesGroups(model);
  const columns = await columnOverrides(deps, found);
  const rows = await trainingRows(deps, found, (await loadModelInfo(deps, model)).info.record);
  const id = newDatasetId();
  const reservation = { id, dataset: id, owner: user.id, size: 0, productType };
  const name = await reserve(deps, request, reservation);
  try {
    return await withUpload(deps, user.id, async (key) => {
      const serving = await services.models.get(model);
      const info = await storeCsv(deps, services, { ...found, serving, rows, key });
      // Reserved again, because predictions may take longer than a reservation lasts.
      await reserveName(deps, name, { ...reservation, size: info.size });
      await recordAudit(deps, user, {
        action: "dataset.create",
        target: id,
        detail: { name: request.title ?? name, models: [model.metadata.name] },
      });
      const { size, sha256 } = info;
      const source = {
        key,
        sha256,
        size,
        fileName: `${name}.csv`,
        format: "csv",
        encoding: "utf-8",
        delimiter: ",",
        decimal: ".",
      } as const;
      const { timezone } = dataset.spec;
      return await createDataset(deps, {
        metadata: { name: id, finalizers: [FINALIZER] },
        spec: {
          displayName: name,
          title: request.title,
          owner: user.id,
          productType,
          source,
          timezone,
          sampling: "raw",
          columns,
        },
      });
    });
  } finally {
    await releaseName(deps, id);
  }
}

/** Reserves the requested name, or else a free one that is made from the title, and returns it. */
async function reserve(
  deps: ApiDeps,
  { dataset_name: name, title = "" }: SaveClusterLabelsRequest,
  reservation: NameReservationRequest,
): Promise<string> {
  if (name === undefined) return await reserveAvailableName(deps, displayNameFromFile(`${title}.csv`), reservation);
  await reserveName(deps, name, reservation);
  return name;
}

function ensureMakesGroups(model: Resource<"Model">): void {
  trainedArtifact(model);
  const { spec } = model;
  if (spec.type !== "REGRESSION" && !spec.timeSeries) return;
  throw new InvalidInput(ERRORS.calculationFailed, {
    path: "",
    message: "The model makes no groups: take one for clusters, outliers or classes without a time series",
  });
}

/**
 * Returns the parsing options of the columns: text that looks like a number stays text. Throws InvalidInput (duplicateColumnName,
 * reservedColumnName).
 */
async function columnOverrides(
  deps: ApiDeps,
  { dataset, model, request }: ModelInDataset & { request: SaveClusterLabelsRequest },
): Promise<Dataset["spec"]["columns"]> {
  const name = request.group_col_name;
  const path = "group_col_name";
  const table = await describedTable(deps, dataset);
  if (!table)
    throw new InvalidInput(ERRORS.badRequest, {
      path: "",
      message: "The dataset is being read anew: wait until its status is evaluating_finish",
    });
  const columns = await columnsAfterSnapshot(deps, table.columns, model.spec.extraction);
  if (columns.has(name))
    throw new InvalidInput(ERRORS.duplicateColumnName, {
      path,
      message: `There is a column ${JSON.stringify(name)} already: choose another name`,
    });
  if (RESERVED_COLUMN_NAMES.some((reserved) => reserved === name)) {
    throw new InvalidInput(ERRORS.reservedColumnName, {
      path,
      message: `${JSON.stringify(name)} is kept by the product: choose another name`,
    });
  }
  return [...[...columns.values()].map(({ name, type }) => ({ name, type })), { name, type: "s" as const }];
}

interface StoreInput extends ModelInDataset {
  request: SaveClusterLabelsRequest;
  serving: ServingModel;
  rows: TrainingRows;
  key: string;
}

async function storeCsv(deps: ApiDeps, { tables }: SaveServices, { dataset, request, serving, key, rows }: StoreInput) {
  const { columnCount = 1 } = dataset.status ?? {};
  const { key: table, ...wanted } = rows;
  return await tables.use(table, async (reader) => {
    const predicted = () => predictParts(readPages(reader, wanted, columnCount), serving);
    const lines = csvLines(serving.stream ? judgedTogether(predicted) : predicted(), request.group_col_name);
    return await deps.objects.put(key, Readable.from(lines), { maxBytes: deps.config.maxUploadBytes, createOnly: true });
  });
}

interface PredictedRows extends Pick<RowPage, "columns" | "data"> {
  /** Rows with a value in any of the model's columns, and their predictions. */
  asked: number[];
  result: PredictionResult;
}

/** Yields the rows of pages with their predictions, a part at a time, between other requests. */
async function* predictParts(pages: AsyncIterable<RowPage>, serving: ServingModel): AsyncGenerator<PredictedRows> {
  for await (const { columns, data } of pages) {
    const inputs = serving.inputs.map(({ name }) => columns.indexOf(name)).filter((at) => at >= 0);
    const rowsAtOnce = Math.max(1, Math.floor(CELLS_AT_ONCE / columns.length));
    for (let start = 0; start < data.length; start += rowsAtOnce) {
      await turn();
      const rows = data.slice(start, start + rowsAtOnce);
      const asked = rows.flatMap((row, i) => (inputs.some((at) => row[at] !== null) ? [i] : []));
      const records = asked.map((i) => Object.fromEntries(columns.map((column, j) => [column, rows[i]?.[j] ?? null])));
      yield { columns, data: rows, asked, result: records.length > 0 ? await predictRows(serving, records) : { value: [] } };
    }
  }
}

/** Yields the rows of a detector whose alarms are decided over all of them, which are predicted twice: for that, and to be written. */
async function* judgedTogether(predicted: () => AsyncIterable<PredictedRows>): AsyncGenerator<PredictedRows> {
  const parts: PredictionResult[] = [];
  for await (const { result } of predicted()) {
    const { value, p_value, alarm_fdr } = result;
    if (p_value && alarm_fdr !== undefined) parts.push({ value, p_value, alarm_fdr });
  }
  const { value } = joinResults(parts);
  let written = 0;
  for await (const part of predicted()) {
    yield { ...part, result: { value: value.slice(written, written + part.asked.length) } };
    written += part.asked.length;
  }
}

/** Yields the rows with their groups; rows without a value in any of the model's columns have none. */
async function* csvLines(parts: AsyncIterable<PredictedRows>, groupColumn: string): AsyncGenerator<string> {
  let header = false;
  for await (const { columns, data, asked, result } of parts) {
    if (!header) yield csvLine([...columns, groupColumn]);
    header = true;
    const groups = new Array<string | null>(data.length).fill(null);
    asked.forEach((row, at) => {
      groups[row] = String(result.value[at]);
    });
    yield data.map((row, i) => csvLine([...row, groups[i] ?? null])).join("");
  }
}

const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(",")}\r\n`;
