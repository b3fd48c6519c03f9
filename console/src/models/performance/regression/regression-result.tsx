import type { ModelInfo } from "@agatha/contracts";
import { type ReactNode, useCallback } from "react";
import { Chart } from "../../../charts/chart.js";
import { axisOption, type ChartTheme } from "../../../charts/chart-theme.js";
import { POINT_ENCODING, rowOfPoint, rowsOf } from "../../../charts/selected-points.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../../messages.js";
import { Card } from "../cards.js";
import { ErrorTable } from "../error-table.js";
import { ResidualChart } from "./residual-chart.js";

type Result = NonNullable<ModelInfo["regression"]>;

/** Actual against predicted values of held-out rows, the deciles of the errors, and the largest and smallest errors. */
export function RegressionResult({ result, response }: { result: Result; response: string }) {
  const text = useText(messages);
  return (
    <>
      <Card>
        <ActualVsPredictedChart points={result.points} response={response} />
      </Card>
      <Card>
        <ResidualChart points={result.points} response={response} />
      </Card>
      <Card>
        <ErrorDecilesChart deciles={result.error_deciles} />
      </Card>
      <Card>
        <ErrorTable title={text("regression.largest")} errors={result.largest_errors} errorName={text("regression.error")} />
      </Card>
      <Card>
        <ErrorTable title={text("regression.smallest")} errors={result.smallest_errors} errorName={text("regression.error")} />
      </Card>
    </>
  );
}

interface ActualVsPredictedChartProps {
  points: Result["points"];
  response: string;
  title?: string;
  /** Name of the points. */
  series?: string;
  /** Both axes cover at least this range, so that charts side by side can be compared. */
  range?: readonly [low: number, high: number];
  note?: ReactNode;
}

export function ActualVsPredictedChart({ points, response, title: given, series, range, note }: ActualVsPredictedChartProps) {
  const text = useText(messages);
  const title = given ?? text("regression.points");
  const name = series ?? text("figures.heldOut");
  const option = useCallback(
    (chartTheme: ChartTheme) => {
      const all = points.flatMap(({ actual, predicted }) => [actual, predicted]);
      const [low, high] = range ?? [Math.min(...all), Math.max(...all)];
      return {
        grid: { left: 48, right: 24, top: 32, bottom: 32, containLabel: true },
        tooltip: { trigger: "item" },
        xAxis: axisOption(chartTheme, "x", { name: text("regression.actual"), unit: response, scale: true }),
        yAxis: { ...axisOption(chartTheme, "y", { name: text("regression.predicted"), scale: true }), nameGap: 56 },
        series: [
          {
            type: "scatter",
            name,
            symbolSize: 6,
            itemStyle: { color: chartTheme.data.heldOut, opacity: 0.6 },
            data: points.map(({ row, actual, predicted }) => [actual, predicted, row]),
            encode: POINT_ENCODING,
          },
          {
            type: "line",
            name: text("regression.perfect"),
            symbol: "none",
            lineStyle: { color: chartTheme.data.actual, type: "dashed", width: 1 },
            itemStyle: { color: chartTheme.data.actual },
            data: [
              [low, low],
              [high, high],
            ],
          },
        ],
      };
    },
    [points, response, text, range, name],
  );
  return (
    <Chart
      title={title}
      summary={title}
      option={option}
      height={300}
      table={{
        columns: [text("regression.row"), text("regression.actual"), text("regression.predicted")],
        rows: points.map(({ row, actual, predicted }) => [row < 0 ? null : row + 1, actual, predicted]),
        sources: points.map(({ row }) => rowsOf(row)),
      }}
      sourcesOf={rowOfPoint}
      note={note}
    />
  );
}

function ErrorDecilesChart({ deciles }: { deciles: readonly number[] }) {
  const text = useText(messages);
  const format = useFormat();
  const option = useCallback(
    (chartTheme: ChartTheme) => ({
      grid: { left: 40, right: 24, top: 16, bottom: 32, containLabel: true },
      legend: { show: false },
      tooltip: { trigger: "axis" },
      xAxis: axisOption(chartTheme, "x", {
        name: text("regression.decilesAxis"),
        type: "category",
        data: deciles.map((_value, step) => format.percent(step / (deciles.length - 1))),
      }),
      yAxis: axisOption(chartTheme, "y", { name: text("regression.absoluteError") }),
      series: [{ type: "bar", name: text("regression.absoluteError"), data: [...deciles], itemStyle: { color: chartTheme.data.heldOut } }],
    }),
    [deciles, text, format],
  );
  return (
    <Chart
      title={text("regression.deciles")}
      summary={deciles.map((value, step) => [format.percent(step / (deciles.length - 1)), format.number(value, 3)])}
      option={option}
      height={300}
      table={{
        columns: [text("regression.decilesAxis"), text("regression.absoluteError")],
        rows: deciles.map((value, step) => [format.percent(step / (deciles.length - 1)), value]),
      }}
    />
  );
}
