import type { ModelInfo } from "@agatha/contracts";
import { requiredColumns } from "@agatha/contracts/edit-steps/required-columns";
import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { type SchemaMismatch, schemaMismatch } from "../../calculations/batch-prediction/schema-mismatch.js";
import { outputColumns, tableColumns } from "../../step-columns/step-columns.js";

type Columns = Pick<DatasetAnswer, "columns">;

/**
 * Compares another dataset with the model's own: the columns that the model's edit steps read, and after these steps its inputs and
 * target. A model of edited rows without a record of its steps has no mismatch here: the server compares the columns.
 */
export function retrainMismatch(
  { time_series_params: series, response, use_extraction }: Pick<ModelAnswer, "time_series_params" | "response" | "use_extraction">,
  { inputs, record }: Pick<ModelInfo, "inputs" | "record">,
  { own, other }: { own: Columns; other: Columns },
): SchemaMismatch {
  const steps = use_extraction ? record?.recipe.extraction : [];
  if (!steps) return { missing: [], typeMismatch: [] };
  const read = new Set(requiredColumns(steps));
  const atFirst = schemaMismatch(namesAndTypes(own.columns, read), other.columns);
  const [before, now] = [own, other].map(({ columns }) => outputColumns(tableColumns(columns), steps));
  const target = namesAndTypes(before ?? [], new Set(response === null ? [] : [response]));
  const lags = series && response !== null ? { time: series.time, series: series.series, response } : undefined;
  const afterwards = schemaMismatch(lags ? inputs : [...inputs, ...target], now ?? [], lags);
  return {
    missing: [...new Set([...atFirst.missing, ...afterwards.missing])],
    typeMismatch: [...new Set([...atFirst.typeMismatch, ...afterwards.typeMismatch])],
  };
}

function namesAndTypes(columns: readonly { name: string; type: "n" | "s" | "d" }[], wanted: ReadonlySet<string>) {
  return columns.filter(({ name }) => wanted.has(name)).map(({ name, type }) => ({ name, type }));
}
