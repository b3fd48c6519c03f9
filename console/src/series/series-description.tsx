import type { SeriesDescription } from "@agatha/contracts";
import { Alert, Box, Button, Typography } from "@mui/material";
import { useEffect, useState } from "react";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useApi } from "../api/services.js";
import { POLL_INTERVALS } from "../api/timings.js";
import { useApiQuery } from "../api/use-api-query.js";
import { Failure } from "../feedback/failure.js";
import { Loading } from "../feedback/loading.js";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { useDatasetTimezone } from "../routing/analysis-context.js";
import { findingsOf, hasSparseRows } from "./findings.js";
import { messages } from "./messages.js";
import { SeriesChart } from "./series-chart.js";
import { SeriesChooser } from "./series-chooser.js";

interface SeriesDescriptionProps {
  datasetId: string;
  /** Columns of the times and of the values. */
  time: string;
  value: string;
  /** Column that names the series, if the table has several. */
  seriesColumn: string | null;
  useExtraction: boolean;
  /** Called with each description, and again when the form changes. */
  onDescription(description: SeriesDescription): void;
  onSeriesColumn(column: string): void;
  /** Counts periods without rows as 0; left out where they do already. */
  onZeroPeriods?: (() => void) | undefined;
}

/** Describes a series in words and by a plot of the history with its components. */
export function SeriesDescriptionPanel(props: SeriesDescriptionProps) {
  const { datasetId, time, value, seriesColumn, useExtraction, onDescription, onSeriesColumn, onZeroPeriods } = props;
  const text = useText(messages);
  const format = useFormat();
  const timezone = useDatasetTimezone();
  const api = useApi();
  const [chosen, setChosen] = useState<string>();
  const wanted = {
    time,
    value,
    ...(seriesColumn !== null && { series_column: seriesColumn, ...(chosen !== undefined && { series: chosen }) }),
    use_ext_data: useExtraction,
  };
  const found = useApiQuery(QUERY_KEYS.series(datasetId, wanted), (signal) => api.series(datasetId, wanted, signal), {
    refetchInterval: (answer) => (answer === null ? POLL_INTERVALS.dataset : false),
  });
  const described = found.data?.description;
  useEffect(() => {
    if (described) onDescription(described);
  }, [described, onDescription]);
  if (found.error && !found.data) return <Failure error={found.error} title={text("unread")} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Loading rows={4} height={24} />;
  const { description, series } = found.data;
  const proposed = seriesColumn === null ? series.proposed : null;
  const findings = findingsOf(description, format, timezone);
  // Where they count as 0, nothing is wrong with periods without rows, nor with several rows of one.
  const isMeant = ({ key }: (typeof findings)[number]) =>
    onZeroPeriods === undefined &&
    ["missingPeriods", "repeated", ...(hasSparseRows(description) ? ["rhythm.irregular"] : [])].includes(key);
  const warnings = findings.filter((finding) => finding.isWarning && !isMeant(finding));
  const others = findings.filter(({ isWarning }) => !isWarning);
  return (
    <Box component="section" aria-label={text("title")} sx={{ display: "grid", gap: 1, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Typography variant="h3" component="h2">
        {text("title")}
      </Typography>
      {proposed !== null ? (
        <Alert severity="warning">
          {text("several.proposed", { column: proposed })}
          <Box sx={{ mt: 1 }}>
            <Button variant="outlined" color="inherit" onClick={() => onSeriesColumn(proposed)}>
              {text("several.use", { column: proposed })}
            </Button>
          </Box>
        </Alert>
      ) : null}
      {series.described === null ? null : (
        <SeriesChooser
          label={text("several.label", { count: format.number(series.count) })}
          names={series.names}
          chosen={series.described}
          onChange={setChosen}
        />
      )}
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {others.map(({ key, values }) => (
          <li key={key}>{text(key, values)}</li>
        ))}
      </Box>
      {warnings.length > 0 ? (
        <Alert severity="info">
          {warnings.map(({ key, values }) => (
            <Box key={`${key} ${values.time ?? ""}`}>{text(key, values)}</Box>
          ))}
        </Alert>
      ) : null}
      {onZeroPeriods && hasSparseRows(description) ? (
        <Alert severity="warning">
          {text("zeroPeriods.proposed", { count: format.number(description.missing_periods), periods: format.number(description.periods) })}
          <Box sx={{ mt: 1 }}>
            <Button variant="outlined" color="inherit" onClick={onZeroPeriods}>
              {text("zeroPeriods.use")}
            </Button>
          </Box>
        </Alert>
      ) : null}
      <SeriesChart description={description} time={time} value={value} />
    </Box>
  );
}
