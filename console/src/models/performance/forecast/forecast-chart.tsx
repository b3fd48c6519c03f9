import type { KnownAheadColumn, ModelInfo } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { Box } from "@mui/material";
import { useCallback, useMemo } from "react";
import { Chart } from "../../../charts/chart.js";
import type { ChartTheme } from "../../../charts/chart-theme.js";
import { Failure } from "../../../feedback/failure.js";
import { Loading } from "../../../feedback/loading.js";
import { formatTimesOf } from "../../../i18n/format.js";
import { useText } from "../../../i18n/use-text.js";
import { useDatasetTimezone } from "../../../routing/analysis-context.js";
import { messages } from "../../messages.js";
import { FutureFile } from "../future-values/future-file.js";
import { FutureValues } from "../future-values/future-values.js";
import { useGivenValues } from "../future-values/use-given-values.js";
import { periodsBySeries } from "../future-values/values-known-ahead.js";
import { AllSeriesDownload } from "./all-series-download.js";
import { ForecastChooser } from "./forecast-chooser.js";
import { forecastChartHeight, forecastOption } from "./forecast-option.js";
import { type ShownForecast, useOtherForecast } from "./shown-forecast.js";
import { useForecastNote } from "./use-forecast-note.js";

type Forecast = NonNullable<ModelInfo["forecast"]>;

interface ForecastChartProps {
  model: ModelAnswer;
  forecast: Forecast;
  response: string;
  /** The chosen one of several series. */
  named: ShownForecast | undefined;
  onChoose(name: string): void;
}

const NO_COLUMNS: readonly KnownAheadColumn[] = [];
const NO_STEPS: Forecast["steps"] = [];
const NO_HISTORY: NonNullable<Forecast["history"]> = [];

/** The latest known values, and the forecast of the periods after them with the bounds that most values will lie within. */
export function ForecastChart({ model, forecast, response, named, onChoose }: ForecastChartProps) {
  const text = useText(messages);
  const timezone = useDatasetTimezone();
  const { time } = forecast;
  const { planned, setPlanned, fromFile, takeFile, given } = useGivenValues();
  const times = useMemo(() => periodsBySeries(forecast), [forecast]);
  const other = useOtherForecast(model, forecast, { shown: named, given: fromFile });
  const { last, history = NO_HISTORY, known_ahead: knownAhead = NO_COLUMNS } = named ?? forecast;
  const described = (named?.isDescribed === false ? other.data : (named ?? forecast).steps) ?? NO_STEPS;
  const ofSeries = planned?.series === named?.name ? planned : undefined;
  const steps = ofSeries?.steps ?? described;
  const option = useCallback(
    (chartTheme: ChartTheme) =>
      forecastOption(chartTheme, { time, response, last, history, steps, knownAhead, entered: ofSeries?.values, timezone, text }),
    [steps, last, history, time, response, knownAhead, ofSeries, text, timezone],
  );
  const { about, note } = useForecastNote(forecast, named);
  const timeText = formatTimesOf(
    steps.map((step) => step.time),
    timezone,
  );
  const chart = (
    <Chart
      title={text("forecast.title")}
      summary={about}
      option={option}
      height={forecastChartHeight(knownAhead.length)}
      note={note}
      table={{
        columns: [time, text("forecast.value"), text("forecast.lower"), text("forecast.upper")],
        rows: steps.map((step) => [timeText(step.time), step.value, step.lower, step.upper]),
      }}
    />
  );
  const columns = (forecast.known_ahead ?? NO_COLUMNS).map(({ column }) => column);
  const plan =
    named?.isDescribed === false && columns.length > 0 ? (
      <FutureFile time={time} times={times} columns={columns} seriesColumns={[forecast.series_column ?? ""]} onValues={takeFile} />
    ) : knownAhead.length > 0 ? (
      <FutureValues
        key={named?.name ?? ""}
        model={model}
        forecast={{ time, steps: described, columns: knownAhead, seriesColumn: forecast.series_column, series: named?.name }}
        times={times}
        fromFile={fromFile}
        onFile={takeFile}
        planned={ofSeries}
        onForecast={setPlanned}
      />
    ) : null;
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      {named ? <ForecastChooser forecast={forecast} chosen={named} onChoose={onChoose} /> : null}
      {other.error ? <Failure error={other.error} /> : null}
      {other.isLoading ? <Loading rows={4} height={56} /> : chart}
      {named ? <AllSeriesDownload model={model} forecast={forecast} given={given} /> : null}
      {plan}
    </Box>
  );
}
