import {
  type ColumnToCheck,
  canNameSeries,
  ERRORS,
  InvalidInput,
  type Resource,
  samplingForModels,
  timeTypeProblem,
} from "@agatha/contracts";
import type { SeriesAnswer, seriesQuery } from "@agatha/contracts/wire";
import { columnsAfterEdits, type EditSteps, type NamedColumn } from "@agatha/trainer/serving";
import type { z } from "zod";
import { describedTable, readyTableForSampling } from "../datasets/status.js";
import type { ApiDeps } from "../deps.js";
import type { TableReaderCache } from "./table-reader-cache.js";

type SeriesQuery = Omit<z.output<typeof seriesQuery>, "use_ext_data"> & {
  /** Edits that precede the description. */
  edits: EditSteps | undefined;
};

/** Largest number of columns that are read to find the one that names series. */
const MAX_NAMING_COLUMNS = 20;

/**
 * Describes a time series of the rows that its models learn from, or returns undefined while the dataset has no table of them.
 * Throws InvalidInput (timeColumnCount, responseNotFound, columnName, badRequest), and with edits dataExtraction and noRowsLeft.
 */
export async function describeDatasetSeries(
  deps: Pick<ApiDeps, "documents">,
  readers: TableReaderCache,
  dataset: Resource<"Dataset">,
  { time, value, series_column: seriesColumn, series, edits }: SeriesQuery,
): Promise<SeriesAnswer | undefined> {
  const table = await describedTable(deps, dataset);
  if (!table) return undefined;
  const columns: readonly (NamedColumn & Pick<ColumnToCheck, "stats">)[] = edits
    ? columnsAfterEdits(table.columns, edits.specs)
    : table.columns;
  const columnOf = (name: string) => columns.find((column) => column.name === name);
  const typeOf = (name: string) => columnOf(name)?.type;
  const wrongTime = timeTypeProblem(typeOf(time));
  if (wrongTime) throw new InvalidInput(ERRORS.timeColumnCount, { path: "time", message: `${JSON.stringify(time)} ${wrongTime}` });
  if (typeOf(value) !== "n") {
    const what =
      typeOf(value) === "s"
        ? "is text: change its type to number first, which empties cells that are no numbers, or name another column"
        : "is not a number column of the dataset";
    const message = `${JSON.stringify(value)} ${what}`;
    throw new InvalidInput(ERRORS.responseNotFound, { path: "value", message });
  }
  const named = seriesColumn === undefined ? [] : [seriesColumn];
  if (seriesColumn !== undefined && (seriesColumn === value || !canNameSeries(columnOf(seriesColumn)))) {
    const message = `${JSON.stringify(seriesColumn)} cannot name series: choose another column of text or whole numbers`;
    throw new InvalidInput(ERRORS.columnName, { path: "series_column", message });
  }
  const naming = table.columns.filter(({ name, type, hidden }) => type !== "d" && !hidden && name !== value && typeOf(name) === type);
  const timeSeries = { time, series: seriesColumn };
  const rows = readyTableForSampling(dataset, samplingForModels(dataset.spec, dataset.status?.totalRows ?? 0, [{ timeSeries }]));
  if (!rows) return undefined;
  return await readers.use(rows.key, (reader) =>
    reader.describeSeries({
      time,
      value,
      timezone: dataset.spec.timezone,
      seriesColumn,
      series,
      columns: [...new Set([time, value, ...named, ...naming.slice(0, MAX_NAMING_COLUMNS).map(({ name }) => name)])],
      sampling: rows.sampling,
      extraction: edits,
    }),
  );
}
