import type { ModelInfo } from "@agatha/contracts";
import { joinSentences } from "../../../i18n/join-sentences.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { useDatasetTimezone } from "../../../routing/analysis-context.js";
import { openWeekText } from "../../../series/open-week-text.js";
import { messages } from "../../messages.js";
import { formatMetric } from "../metrics/format-metric.js";
import type { ShownForecast } from "./shown-forecast.js";

type Forecast = NonNullable<ModelInfo["forecast"]>;

/** Returns what a forecast shows in a sentence, and that sentence with the others below its chart. */
export function useForecastNote(forecast: Forecast, named: ShownForecast | undefined): { about: string; note: string } {
  const text = useText(messages);
  const format = useFormat();
  const timezone = useDatasetTimezone();
  const { last } = named ?? forecast;
  const level = format.percent(forecast.nominal);
  const about = last
    ? text("forecast.about", { level, value: format.number(last.value), time: format.period(last.time, timezone) })
    : text("forecast.aboutOther", { level });
  const week = openWeekText(forecast.period, format);
  const openWeek = week === undefined ? "" : text("forecast.openWeek", { week });
  const measured = forecast.errors.findIndex(({ rows }) => rows === 0);
  const unmeasured = measured < 0 ? "" : text("forecast.unmeasured", { count: measured, periods: format.number(measured) });
  const mase = typeof named?.MASE === "number" ? text("forecast.seriesMase", { value: formatMetric(format, "MASE", named.MASE) }) : "";
  return { about, note: joinSentences(about, openWeek, unmeasured, mase) };
}
