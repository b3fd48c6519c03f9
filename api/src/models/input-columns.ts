import { lagName, type ModelInfo, type ModelInput, type TableColumn } from "@agatha/contracts";
import type { ModelColumnsAnswer } from "@agatha/contracts/wire";

type InputColumn = ModelColumnsAnswer["data"][number];

/** Returns the model's inputs in its own order, each with its column of the table. */
export function inputColumns({ inputs, importance, forecast }: ModelInfo, columns: readonly TableColumn[]): InputColumn[] {
  const labels = new Map(columns.map(({ name, label }) => [name, label]));
  const weights = new Map(importance.map((each) => [each.column, each.importance]));
  return inputs.map((input): InputColumn => {
    const { column, lag } = forecast ? sourceColumn(input) : { column: input.name, lag: null };
    return { ...input, column, lag, label: labels.get(column) ?? column, importance: weights.get(input.name) ?? null };
  });
}

/** Returns the source of an input: `load_lag_2` is `load`, two periods before; any other input is the column itself. */
function sourceColumn({ name }: ModelInput): Pick<InputColumn, "column" | "lag"> {
  const lag = Number(/_lag_(\d+)$/.exec(name)?.[1] ?? 0);
  const ending = lagName("", lag);
  return lag > 0 && name.endsWith(ending) ? { column: name.slice(0, -ending.length), lag } : { column: name, lag: null };
}
