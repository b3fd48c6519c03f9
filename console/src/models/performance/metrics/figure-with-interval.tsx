import type { FigureIntervals, IndicatorName, Indicators } from "@agatha/contracts";
import { Typography } from "@mui/material";
import { useFormat } from "../../../i18n/use-format.js";
import { formatInterval, formatMetric } from "./format-metric.js";

interface FigureWithIntervalProps {
  name: IndicatorName;
  figures: Indicators;
  intervals?: FigureIntervals | undefined;
}

/** A metric with its 95 % interval in small print below. */
export function FigureWithInterval({ name, figures, intervals = {} }: FigureWithIntervalProps) {
  const format = useFormat();
  const interval = formatInterval(format, name, intervals);
  return (
    <>
      {formatMetric(format, name, figures[name])}
      {interval ? (
        <Typography variant="caption" component="div" color="text.secondary">
          {interval}
        </Typography>
      ) : null}
    </>
  );
}
