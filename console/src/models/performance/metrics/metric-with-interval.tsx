import type { MetricIntervals, MetricName, Metrics } from "@agatha/contracts";
import { Typography } from "@mui/material";
import { useFormat } from "../../../i18n/use-format.js";
import { formatInterval, formatMetric } from "./format-metric.js";

interface MetricWithIntervalProps {
  name: MetricName;
  metrics: Metrics;
  intervals?: MetricIntervals | undefined;
}

/** A metric with its 95 % interval in small print below. */
export function MetricWithInterval({ name, metrics, intervals = {} }: MetricWithIntervalProps) {
  const format = useFormat();
  const interval = formatInterval(format, name, intervals);
  return (
    <>
      {formatMetric(format, name, metrics[name])}
      {interval ? (
        <Typography variant="caption" component="div" color="text.secondary">
          {interval}
        </Typography>
      ) : null}
    </>
  );
}
