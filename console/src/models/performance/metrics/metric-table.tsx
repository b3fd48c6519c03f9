import type { MetricIntervals, MetricName, Metrics } from "@agatha/contracts";
import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { WHOLE_WORDS } from "../../../theme/whole-words.js";
import { FIRST_CELLS } from "../../../theme/wide-tables.js";
import { messages } from "../../messages.js";
import { formatInterval, formatMetric } from "./format-metric.js";

export interface MetricColumn {
  key: string;
  header: ReactNode;
  /** Small print below the header. */
  caption?: ReactNode;
  metrics: Metrics;
  /** 95 % interval, shown in small print below each metric. */
  intervals?: MetricIntervals;
  /** Shown as ± after each metric without an interval. */
  spread?: Metrics;
  /** Shown in small print below each metric for comparison. */
  reference?: Metrics;
  /** Whether this is the main column of the table. */
  emphasized?: boolean;
}

interface MetricTableProps {
  label: string;
  names: readonly MetricName[];
  columns: readonly MetricColumn[];
}

/** Metrics with their meanings, side by side. */
export function MetricTable({ label, names, columns }: MetricTableProps) {
  const text = useText(messages);
  return (
    <TableContainer tabIndex={0} role="region" aria-label={label}>
      <Table
        size="small"
        sx={{
          "& th": { whiteSpace: { xs: "normal", sm: "nowrap" }, ...WHOLE_WORDS },
          "& .MuiTableCell-root": { px: { xs: 0.25, sm: 1 } },
          // The names stay visible while many columns scroll.
          [FIRST_CELLS]: { position: "sticky", left: 0, bgcolor: "background.paper", zIndex: 1, minWidth: { sm: 180 } },
        }}
      >
        <TableHead>
          <TableRow>
            <TableCell>{text("figures.figure")}</TableCell>
            {columns.map(({ key, header, caption }) => (
              <TableCell key={key} align="right">
                {header}
                {caption ? (
                  <Typography
                    variant="caption"
                    component="div"
                    color="text.secondary"
                    sx={{ whiteSpace: "normal", wordBreak: "auto-phrase" }}
                  >
                    {caption}
                  </Typography>
                ) : null}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {names.map((name) => (
            <TableRow key={name}>
              <TableCell component="th" scope="row">
                {text(`metric.${name}`)}
                <Typography
                  variant="caption"
                  component="div"
                  color="text.secondary"
                  sx={{ display: { xs: "none", sm: "block" }, whiteSpace: "normal", wordBreak: "auto-phrase" }}
                >
                  {text(`metricMeaning.${name}`)}
                </Typography>
              </TableCell>
              {columns.map((column) => (
                <MetricCell key={column.key} name={name} column={column} />
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function MetricCell({
  name,
  column: { metrics, intervals = {}, spread = {}, reference, emphasized },
}: {
  name: MetricName;
  column: MetricColumn;
}) {
  const format = useFormat();
  const interval = formatInterval(format, name, intervals);
  return (
    <TableCell align="right" sx={{ whiteSpace: "nowrap", ...(emphasized && { fontWeight: 600 }) }}>
      {formatMetric(format, name, metrics[name])}
      {interval ? (
        <Typography variant="caption" component="div" color="text.secondary">
          {interval}
        </Typography>
      ) : spread[name] == null ? null : (
        ` ± ${formatMetric(format, name, spread[name], 2)}`
      )}
      {reference ? (
        <Typography variant="caption" component="div" color="text.secondary">
          {formatMetric(format, name, reference[name])}
        </Typography>
      ) : null}
    </TableCell>
  );
}
