import type { ModelInfo } from "@agatha/contracts";
import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from "@mui/material";
import { useCallback } from "react";
import { Chart } from "../../../charts/chart.js";
import { axisOption, type ChartTheme } from "../../../charts/chart-theme.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { RowButton } from "../../../rows/row-button.js";
import { messages } from "../../messages.js";
import { Card, FullWidthCard } from "../cards.js";
import { AnomaliesInTime } from "./anomalies-in-time.js";
import { hasOutlierTerms, OutlierTerms } from "./outlier-terms.js";

type Result = NonNullable<ModelInfo["outlier"]>;

/** Known anomalies and the limit on false alarms, the distribution of scores, the threshold and the rows with the highest scores. */
export function OutlierResult({ info, result }: { info: ModelInfo; result: Result }) {
  return (
    <>
      {hasOutlierTerms(info) ? (
        <FullWidthCard>
          <OutlierTerms info={info} />
        </FullWidthCard>
      ) : null}
      {result.series ? <AnomaliesInTime found={result.series} /> : null}
      <Card>
        <AnomalyScoreHistogram result={result} alone={info.record?.recipe?.falseAlarms?.of === "alarms"} />
      </Card>
      <Card>
        <MostAnomalousTable rows={result.most_anomalous} />
      </Card>
    </>
  );
}

interface AnomalyScoreHistogramProps {
  /** Without a threshold no row is flagged. */
  result: Pick<Result, "scores"> & { threshold?: number | undefined };
  title?: string;
  /** The threshold is that of rows predicted alone, and flags none of these rows. */
  alone?: boolean;
}

export function AnomalyScoreHistogram({ result: { scores, threshold }, title, alone = false }: AnomalyScoreHistogramProps) {
  const text = useText(messages);
  const format = useFormat();
  const told =
    threshold === undefined
      ? text("outlier.noAlarm")
      : text(alone ? "outlier.thresholdAlone" : "outlier.threshold", { value: format.number(threshold) });
  const option = useCallback(
    (chartTheme: ChartTheme) => {
      const width = (scores.to - scores.from) / scores.counts.length;
      return {
        grid: { left: 40, right: 24, top: 24, bottom: 32, containLabel: true },
        legend: { show: false },
        tooltip: { trigger: "item" },
        xAxis: axisOption(chartTheme, "x", { name: text("outlier.score"), scale: true }),
        yAxis: axisOption(chartTheme, "y", { name: text("outlier.rows") }),
        series: [
          {
            type: "bar",
            name: text("outlier.rows"),
            barWidth: "99%",
            data: scores.counts.map((count, bin) => {
              const middle = scores.from + (bin + 0.5) * width;
              const isFlagged = !alone && threshold !== undefined && middle > threshold;
              return { value: [middle, count], itemStyle: { color: isFlagged ? chartTheme.data.anomaly : chartTheme.data.plain } };
            }),
            markLine: {
              symbol: "none",
              lineStyle: { color: alone ? chartTheme.textSecondary : chartTheme.data.anomaly, type: "dashed" },
              label: { color: chartTheme.text, formatter: told },
              data: threshold === undefined ? [] : [{ xAxis: threshold }],
            },
          },
        ],
      };
    },
    [scores, threshold, alone, told, text],
  );
  return (
    <Chart
      title={title ?? text(scores.held_out ? "outlier.scoresHeldOut" : "outlier.scores")}
      summary={told}
      note={threshold === undefined ? told : null}
      option={option}
      height={300}
      table={{
        columns: [text("outlier.score"), text("outlier.rows")],
        rows: scores.counts.map((count, bin) => [scores.from + ((bin + 0.5) * (scores.to - scores.from)) / scores.counts.length, count]),
      }}
    />
  );
}

function MostAnomalousTable({ rows }: { rows: Result["most_anomalous"] }) {
  const text = useText(messages);
  const format = useFormat();
  return (
    <>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        {text("outlier.most")}
      </Typography>
      <TableContainer sx={{ maxHeight: 300 }} tabIndex={0} role="region" aria-label={text("outlier.most")}>
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>
              <TableCell align="right">{text("regression.row")}</TableCell>
              <TableCell align="right">{text("outlier.score")}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map(({ row, score }) => (
              <TableRow key={row}>
                <TableCell align="right">
                  <RowButton row={row} />
                </TableCell>
                <TableCell align="right">{format.number(score)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </>
  );
}
