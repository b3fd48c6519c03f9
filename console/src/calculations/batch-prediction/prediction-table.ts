import type { ModelInfo, PredictionResult } from "@agatha/contracts";
import type { ChartTable, TableCell } from "../../charts/csv.js";
import type { TextFunction } from "../../i18n/use-text.js";
import type { CalculationTexts } from "../en.js";

/** One line for each row: the answer, its probability, the inputs that the model has never seen, and why there is no answer. */
export function predictionTable(
  result: PredictionResult,
  info: Pick<ModelInfo, "response">,
  text: TextFunction<CalculationTexts>,
  joined: (names: readonly string[]) => string,
): ChartTable {
  const labels = Object.keys(result.prob?.[0] ?? {});
  // The score, p-value and alarm of a row without an answer say nothing.
  const answered = (cell: (row: number) => TableCell) => (row: number) => (result.value[row] === null ? null : cell(row));
  const columns: [name: string, cell: (row: number) => TableCell][] = [
    [text("batch.result.row"), (row) => result.row?.[row] ?? row + 1],
    [info.response ?? text("batch.result.answer"), (row) => formatAnswer(result.value[row] ?? null, text)],
    ...(result.interval
      ? ([
          [text("batch.result.lower"), (row) => result.interval?.[row]?.lower ?? null],
          [text("batch.result.upper"), (row) => result.interval?.[row]?.upper ?? null],
        ] satisfies typeof columns)
      : []),
    ...labels.map((label): (typeof columns)[number] => [
      text("batch.result.probability", { label }),
      (row) => roundProbability(result.prob?.[row]?.[label]),
    ]),
    ...(result.score ? ([[text("batch.result.score"), answered((row) => result.score?.[row] ?? null)]] satisfies typeof columns) : []),
    ...(result.p_value ? ([[text("batch.result.pValue"), answered((row) => result.p_value?.[row] ?? null)]] satisfies typeof columns) : []),
    ...(result.alarm
      ? ([
          [text("batch.result.alarm"), answered((row) => text(result.alarm?.[row] ? "batch.result.raised" : "batch.result.notRaised"))],
        ] satisfies typeof columns)
      : []),
    [text("batch.result.beyond"), (row) => joined(result.outside?.[row] ?? []) || null],
    ...(result.warning ? ([[text("batch.result.warning"), (row) => result.warning?.[row] ?? null]] satisfies typeof columns) : []),
  ];
  return {
    columns: columns.map(([name]) => name),
    rows: result.value.map((_answer, row) => columns.map(([, cell]) => cell(row))),
  };
}

function formatAnswer(answer: PredictionResult["value"][number], text: TextFunction<CalculationTexts>): TableCell {
  return typeof answer === "boolean" ? text(answer ? "batch.result.outlier" : "batch.result.normal") : answer;
}

/** More digits of a probability are meaningless. In JSON one that is no number is null. */
function roundProbability(share: number | null | undefined): number | null {
  return share == null ? null : Math.round(share * 10_000) / 10_000;
}
