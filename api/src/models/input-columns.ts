import { type ModelInfo, seriesInputSource, type TableColumn } from "@agatha/contracts";
import type { ModelColumnsAnswer } from "@agatha/contracts/wire";

type InputColumn = ModelColumnsAnswer["data"][number];

/** Returns the model's inputs in its own order, each with its column of the table. */
export function inputColumns({ inputs, importance, forecast, response }: ModelInfo, columns: readonly TableColumn[]): InputColumn[] {
  const labels = new Map(columns.map(({ name, label }) => [name, label]));
  const weights = new Map(importance.map((each) => [each.column, each.importance]));
  return inputs.map((input): InputColumn => {
    const source = forecast && seriesInputSource(input.name, { response, time: forecast.time });
    const column = source?.column ?? input.name;
    const lag = source?.kind === "lag" ? source.periods : null;
    return { ...input, column, lag, label: labels.get(column) ?? column, importance: weights.get(input.name) ?? null };
  });
}
