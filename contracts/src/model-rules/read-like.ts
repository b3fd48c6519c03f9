/** How a file is read as another one that has the same columns. */
import type { ColumnType, DatasetSpec } from "../kinds/dataset.js";
import { CODED_TIMES, type ReadLike } from "../kinds/source.js";
import type { ModelInput } from "../results/model-input.js";
import type { TableColumn, TableDescription } from "../results/table.js";
import { DURATIONS, writtenMark } from "../results/written-formats.js";

/** Description of the table that another file is read like. */
export type TableToReadLike = Pick<TableDescription, "columns" | "decimal">;

/** Beginnings of the formats of days that leave their order open. */
const ORDERS = [
  ["day_first", "dayFirst"],
  ["month_first", "monthFirst"],
  ["year_first", "yearFirstShort"],
] as const;

/**
 * Returns how the table was read. It decides what another file leaves open, so that 01/02/2024 is the same day in both. Inputs of a model
 * that the file is for are read as times only if they were times in its training.
 */
export function readingOf({ columns, decimal }: TableToReadLike, inputs: readonly Pick<ModelInput, "name" | "type">[] = []): ReadLike {
  const has = (order: string) => columns.some(({ written }) => written?.length === 1 && written[0]?.startsWith(order));
  const orders = ORDERS.filter(([, format]) => has(format)).map(([order]) => order);
  const durations = columns.filter(({ written }) => written?.includes(DURATIONS)).map(({ name }) => name);
  const decimals = columns.flatMap(({ name, written = [] }) => {
    const mark = writtenMark(written);
    return mark ? [{ name, decimal: mark }] : [];
  });
  const codedTimes = columns.flatMap(({ name, written }) => {
    const format = written?.length === 1 ? CODED_TIMES.find((coded) => coded === written[0]) : undefined;
    const isOther = inputs.some((input) => input.name === name && input.type !== "d");
    return format && !isOther ? [{ name, format }] : [];
  });
  return {
    ...(decimal && { decimal }),
    ...(orders.length === 1 && { dates: orders[0] }),
    ...(durations.length > 0 && { durations }),
    ...(decimals.length > 0 && { decimals }),
    ...(codedTimes.length > 0 && { codedTimes }),
  };
}

/**
 * Returns how to read another file's columns. Text columns stay text even if they look like numbers, and so do types that the
 * dataset's owner chose. All other columns get their detected type, so that a mismatch shows. The inputs of a model that the file is
 * for are of the types that they had in its training, whatever the dataset has now.
 */
export function columnTypeOverrides(
  chosen: DatasetSpec["columns"],
  columns: readonly TableColumn[],
  inputs: readonly Pick<ModelInput, "name" | "type">[] = [],
): DatasetSpec["columns"] {
  const types = new Map<string, ColumnType>(columns.filter(({ type }) => type === "s").map(({ name, type }) => [name, type]));
  for (const { name, type } of chosen) if (type !== undefined) types.set(name, type);
  for (const { name, type } of inputs) {
    if (type === "s") types.set(name, type);
    else if (types.get(name) !== type) types.delete(name);
  }
  return [...types].map(([name, type]) => ({ name, type }));
}
