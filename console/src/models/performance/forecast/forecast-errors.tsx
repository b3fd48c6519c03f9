import type { ModelInfo } from "@agatha/contracts";
import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from "@mui/material";
import { joinSentences } from "../../../i18n/join-sentences.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../../messages.js";
import { formatMetric } from "../metrics/format-metric.js";
import { MetricWithInterval } from "../metrics/metric-with-interval.js";

type Errors = NonNullable<ModelInfo["forecast"]>["errors"];

/** Errors of forecasts from rolling origins, by the number of periods ahead. `isPlanned`: the model has columns known ahead. */
export function ForecastErrors({ errors, isPlanned }: { errors: Errors; isPlanned: boolean }) {
  const text = useText(messages);
  const format = useFormat();
  const number = (value: number | null | undefined) => (value == null ? "–" : format.number(value));
  const share = (value: number | null) => (value === null ? "–" : format.percent(value));
  const title = text("forecast.errors");
  const heads = [
    text("forecast.step"),
    text("metric.MASE"),
    text("forecast.seasonalNaive"),
    text("metric.sMAPE"),
    text("metric.RMSE"),
    text("forecast.bias"),
    text("forecast.inside"),
  ];
  return (
    <>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        {joinSentences(text("forecast.errorsAbout"), isPlanned && text("forecast.planKept"))}
      </Typography>
      <TableContainer sx={{ maxHeight: 300 }} tabIndex={0} role="region" aria-label={title}>
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>
              {heads.map((head) => (
                <TableCell key={head} align="right" sx={{ whiteSpace: "normal" }}>
                  {head}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {errors.map(({ step, MASE, seasonal_naive_MASE, sMAPE, RMSE, bias, coverage, intervals }) => (
              <TableRow key={step}>
                {[
                  format.number(step),
                  <MetricWithInterval key="MASE" name="MASE" metrics={{ MASE }} intervals={intervals} />,
                  formatMetric(format, "MASE", seasonal_naive_MASE),
                  <MetricWithInterval key="sMAPE" name="sMAPE" metrics={{ sMAPE }} intervals={intervals} />,
                  ...[RMSE, bias].map(number),
                  share(coverage),
                ].map((cell, i) => (
                  <TableCell key={heads[i]} align="right">
                    {cell}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </>
  );
}
