import { allSeriesNames, type ModelInfo, type PredictionResult, seriesPages } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import DownloadIcon from "@mui/icons-material/DownloadOutlined";
import { Box, Button, Typography } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import { useApi } from "../../../api/services.js";
import { type ChartTable, toCsv } from "../../../charts/csv.js";
import { downloadFile } from "../../../charts/download.js";
import { Failure } from "../../../feedback/failure.js";
import { formatTimesOf } from "../../../i18n/format.js";
import { useText } from "../../../i18n/use-text.js";
import { useDatasetTimezone } from "../../../routing/analysis-context.js";
import { messages } from "../../messages.js";
import type { FutureFileValues } from "../future-values/future-file.js";
import { futureRows } from "../future-values/values-known-ahead.js";

interface AllSeriesDownloadProps {
  model: ModelAnswer;
  forecast: NonNullable<ModelInfo["forecast"]>;
  /** Values known ahead that the user gave, by the series and the index of the period. Those of the data hold for all others. */
  given: FutureFileValues;
}

/** Downloads the forecasts of all series, also of those that the description leaves out, as one file. */
export function AllSeriesDownload({ model, forecast, given }: AllSeriesDownloadProps) {
  const text = useText(messages);
  const api = useApi();
  const timezone = useDatasetTimezone();
  const heads = [text("forecast.value"), text("forecast.lower"), text("forecast.upper")];
  const saving = useMutation({
    mutationFn: async () => {
      const pages: PredictionResult[] = [];
      const periods = forecast.errors.length;
      for (const series of seriesPages(allSeriesNames(forecast), periods)) {
        const data = futureRows(new Map([...given].filter(([name]) => series.includes(name))), forecast);
        const request = { type: "whatif" as const, periods, series, ...(data.length > 0 && { data }) };
        const { result } = await api.calculate(model.dataset_id, model.id, request);
        if (result && "value" in result) pages.push(result);
      }
      const columns = [forecast.series_column ?? text("forecast.series"), forecast.time, ...heads];
      downloadFile(
        `${model.title}-forecast.csv`,
        new Blob([toCsv({ columns, rows: forecastRows(pages, timezone) })], { type: "text/csv" }),
      );
    },
  });
  return (
    <Box sx={{ display: "grid", gap: 1, justifyItems: "start" }}>
      <Button size="small" startIcon={<DownloadIcon />} loading={saving.isPending} onClick={() => saving.mutate()}>
        {text("forecast.allSeries")}
      </Button>
      {given.size > 0 ? (
        <Typography variant="body2" color="text.secondary">
          {text("forecast.allSeriesGiven")}
        </Typography>
      ) : null}
      {saving.isError ? <Failure error={saving.error} /> : null}
    </Box>
  );
}

/** Returns a row for each period of each series, with the time that clocks of the zone show: a file of values known ahead has it too. */
export function forecastRows(pages: readonly PredictionResult[], timezone: string): ChartTable["rows"] {
  const timeText = formatTimesOf(
    pages.flatMap(({ time = [] }) => time),
    timezone,
  );
  return pages.flatMap(({ time = [], value, series = [], interval }) =>
    time.map((at, i) => {
      const forecast = value[i];
      return [
        series[i] ?? null,
        timeText(at),
        typeof forecast === "number" ? forecast : null,
        interval?.[i]?.lower ?? null,
        interval?.[i]?.upper ?? null,
      ];
    }),
  );
}
