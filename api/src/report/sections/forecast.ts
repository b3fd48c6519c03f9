import type { ModelInfo } from "@agatha/contracts";
import { utcToZonedTime } from "@agatha/trainer/serving";
import { type Line, lineChart } from "../charts/marks.js";
import { formatNullable, formatPercent } from "../format.js";
import { figure, section, table } from "../html.js";
import type { ReportTexts } from "../texts.js";
import { formatShare } from "./metrics.js";

/**
 * Returns the next periods, by the clocks of the time zone, with their interval and the backtest's errors by step; empty for models that
 * forecast nothing. Of several series the first is drawn, and the errors have no half width, which is another one for each series.
 */
export function forecastSection({ forecast, response }: ModelInfo, texts: ReportTexts, timezone: string): string {
  const T = texts.forecast;
  if (!forecast) return "";
  const { steps, errors, last, nominal, series: [first] = [] } = forecast;
  const isOne = forecast.series_column === undefined;
  const clock = ({ time }: { time: string }): number => utcToZonedTime(Date.parse(time), timezone);
  const known = { x: clock(last), y: last.value };
  const line = (pick: (step: (typeof steps)[number]) => number | null, dashed: boolean): Line => ({
    dashed,
    points: [known, ...steps.flatMap((step) => (pick(step) === null ? [] : [{ x: clock(step), y: Number(pick(step)) }]))],
  });
  const lines = [line(({ value }) => value, false), line(({ lower }) => lower, true), line(({ upper }) => upper, true)];
  const chart = lineChart(T.title, { x: { title: `${T.time} (${timezone})`, dates: true }, y: { title: response ?? "" } }, lines);
  const rows = errors.map(({ step, rows: count, RMSE, MAE, naive_RMSE, half_width, coverage }) => [
    step,
    count,
    ...[RMSE, MAE, naive_RMSE, ...(isOne ? [half_width] : [])].map(formatNullable),
    formatShare(coverage),
  ]);
  const header = [...T.header, ...(isOne ? [T.halfWidth] : []), T.coverage];
  return section(T.title, figure(chart, T.caption(formatPercent(nominal), first?.name)), table(header, rows));
}
