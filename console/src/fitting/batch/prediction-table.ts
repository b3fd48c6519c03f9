import type { ModelInfo, PredictionResult } from "@agatha/contracts";
import type { ChartTable, TableCell } from "../../charts/csv.js";
import type { Text } from "../../i18n/use-text.js";
import type { CalculationTexts } from "../calculation/en.js";

/** A line for each row that was predicted: what was answered, how surely, and what of it the model has never seen. */
export function predictionTable(result: PredictionResult, info: Pick<ModelInfo, "response">, text: Text<CalculationTexts>): ChartTable {
  const labels = Object.keys(result.prob?.[0] ?? {});
  const columns: [name: string, cell: (row: number) => TableCell][] = [
    [text("batch.result.row"), (row) => row + 1],
    [info.response ?? text("batch.result.answer"), (row) => shown(result.value[row] ?? null, text)],
    ...(result.interval
      ? ([
          [text("batch.result.lower"), (row) => result.interval?.[row]?.lower ?? null],
          [text("batch.result.upper"), (row) => result.interval?.[row]?.upper ?? null],
        ] satisfies typeof columns)
      : []),
    ...labels.map((label): (typeof columns)[number] => [
      text("batch.result.probability", { label }),
      (row) => rounded(result.prob?.[row]?.[label]),
    ]),
    ...(result.score ? ([[text("batch.result.score"), (row) => result.score?.[row] ?? null]] satisfies typeof columns) : []),
    [text("batch.result.beyond"), (row) => result.outside?.[row]?.join(", ") ?? null],
  ];
  return {
    columns: columns.map(([name]) => name),
    rows: result.value.map((_answer, row) => columns.map(([, cell]) => cell(row))),
  };
}

function shown(answer: PredictionResult["value"][number], text: Text<CalculationTexts>): TableCell {
  return typeof answer === "boolean" ? text(answer ? "batch.result.outlier" : "batch.result.normal") : answer;
}

/** Smaller parts of a probability mean nothing. */
function rounded(share: number | undefined): number | null {
  return share === undefined ? null : Math.round(share * 10_000) / 10_000;
}
