import type { ModelInfo } from "@agatha/contracts";
import { lineChart, scatter } from "../charts/marks.js";
import { extent } from "../charts/plot.js";
import { formatNumber, formatPercent } from "../format.js";
import { figure, figureGrid, paragraph, section } from "../html.js";
import type { ReportTexts } from "../texts.js";
import { errorTables } from "./metrics.js";

/** Returns the prediction interval, actual and predicted values, residuals and errors; empty for other models. */
export function regressionSection({ regression, response }: ModelInfo, texts: ReportTexts): string {
  const T = texts.regression;
  if (!regression) return "";
  const { points, error_deciles, interval, limits: answerLimits } = regression;
  const name = response ?? "";
  const promise = interval
    ? paragraph(
        T.interval(
          formatPercent(interval.nominal),
          `${formatNumber(interval.half_width)} (${name})`,
          interval.measured === null ? null : formatPercent(interval.measured),
        ),
      )
    : "";
  const limits = interval?.limits;
  return section(
    T.title,
    promise,
    limits ? paragraph(T.intervalLimits(formatNumber(limits.lower), formatNumber(limits.upper))) : "",
    answerLimits ? paragraph(T.limits(formatOptional(answerLimits.lower), formatOptional(answerLimits.upper))) : "",
    figureGrid(actualVsPredictedChart(points, name, T), residualChart(points, name, T), errorDecileChart(error_deciles, name, T)),
    errorTables(regression, texts),
  );
}

const formatOptional = (limit: number | undefined) => (limit === undefined ? undefined : formatNumber(limit));

type Points = NonNullable<ModelInfo["regression"]>["points"];

function actualVsPredictedChart(points: Points, name: string, T: ReportTexts["regression"]): string {
  const { from, to } = extent(points.flatMap(({ actual, predicted }) => [actual, predicted]));
  const diagonal = [
    { x: from, y: from },
    { x: to, y: to },
  ];
  const axes = { x: { title: `${T.predicted} ${name}` }, y: { title: `${T.actual} ${name}` } };
  const dots = points.map(({ actual, predicted }) => ({ x: predicted, y: actual }));
  return figure(scatter(T.actualVsPredicted, axes, dots, [{ points: diagonal, dashed: true }]), T.actualVsPredicted);
}

function residualChart(points: Points, name: string, T: ReportTexts["regression"]): string {
  const { from, to } = extent(points.map(({ predicted }) => predicted));
  const zero = [
    { x: from, y: 0 },
    { x: to, y: 0 },
  ];
  const axes = { x: { title: `${T.predicted} ${name}` }, y: { title: `${T.residual}, ${name}` } };
  const dots = points.map(({ actual, predicted }) => ({ x: predicted, y: actual - predicted }));
  return figure(scatter(T.residuals, axes, dots, [{ points: zero, dashed: true }]), T.residuals);
}

function errorDecileChart(errors: readonly number[], name: string, T: ReportTexts["regression"]): string {
  if (errors.length === 0) return "";
  const points = errors.map((y, i) => ({ x: 10 * i, y }));
  const chart = lineChart(T.deciles, { x: { title: T.quantile }, y: { title: `${T.error}, ${name}`, from: 0 } }, [{ points }]);
  return figure(chart, T.deciles);
}
