import type { ConfidenceInterval, DrawnUnits, ModelInfo } from "@agatha/contracts";
import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from "@mui/material";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../../messages.js";
import { withInterval } from "../metrics/format-metric.js";
import { metricsByClass } from "./class-metrics.js";

type Result = NonNullable<ModelInfo["classification"]>;

/** Precision, recall and F1 of each class. */
export function ClassMetricsTable({ result, units }: { result: Result; units: DrawnUnits }) {
  const text = useText(messages);
  const format = useFormat();
  const wholePercent = (share: number) => format.percent(Math.round(100 * share) / 100);
  const title = text("classification.byClass");
  return (
    <>
      <Typography variant="h3" component="h2">
        {title}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        {text("classification.byClassHint")}
      </Typography>
      <TableContainer tabIndex={0} role="region" aria-label={title} sx={{ maxHeight: 420 }}>
        <Table size="small" stickyHeader sx={{ "& .MuiTableCell-root": { px: { xs: 0.25, sm: 0.75 } } }}>
          <TableHead>
            <TableRow>
              <TableCell>{text("curves.class")}</TableCell>
              <TableCell align="right">{text("classification.rows")}</TableCell>
              <TableCell align="right">{text("classification.precision")}</TableCell>
              <TableCell align="right">{text("classification.recall")}</TableCell>
              <TableCell align="right">F1</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {metricsByClass(result).map(({ label, rows, precision, recall, f1, intervals }) => (
              <TableRow key={label}>
                <TableCell component="th" scope="row">
                  {label}
                </TableCell>
                <TableCell align="right">{format.number(rows)}</TableCell>
                <MetricCell value={precision} interval={intervals.precision} toText={format.percent} limitToText={wholePercent} />
                <MetricCell value={recall} interval={intervals.recall} toText={format.percent} limitToText={wholePercent} />
                <MetricCell
                  value={f1}
                  interval={intervals.f1}
                  toText={(value) => format.number(value, 3)}
                  limitToText={(limit) => format.number(limit, 2)}
                />
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {result.class_intervals ? (
        <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
          {text("figures.intervals", { units: text(`figures.units.${units}`) })}
        </Typography>
      ) : null}
    </>
  );
}

interface MetricCellProps {
  value: number | null;
  interval: ConfidenceInterval | undefined;
  toText(value: number): string;
  /** Writes the limits, in fewer digits than the figure. */
  limitToText(limit: number): string;
}

/** A figure above its interval. */
function MetricCell({ value, interval, toText, limitToText }: MetricCellProps) {
  return (
    <TableCell align="right">
      {value === null ? "–" : toText(value)}
      {value === null || !interval ? null : (
        <Typography variant="caption" component="div" color="text.secondary" sx={{ whiteSpace: "nowrap" }}>
          {withInterval(limitToText, null, interval)}
        </Typography>
      )}
    </TableCell>
  );
}
