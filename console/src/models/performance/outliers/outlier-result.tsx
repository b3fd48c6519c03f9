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
        <AnomalyScoreHistogram result={result} />
      </Card>
      <Card>
        <MostAnomalousTable rows={result.most_anomalous} />
      </Card>
    </>
  );
}

interface AnomalyScoreHistogramProps {
  result: Pick<Result, "scores" | "threshold">;
  title?: string;
}

export function AnomalyScoreHistogram({ result: { scores, threshold }, title }: AnomalyScoreHistogramProps) {
  const text = useText(messages);
  const format = useFormat();
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
              return { value: [middle, count], itemStyle: { color: middle > threshold ? chartTheme.data.anomaly : chartTheme.data.plain } };
            }),
            markLine: {
              symbol: "none",
              lineStyle: { color: chartTheme.data.anomaly, type: "dashed" },
              label: { color: chartTheme.text, formatter: text("outlier.threshold", { value: format.number(threshold) }) },
              data: [{ xAxis: threshold }],
            },
          },
        ],
      };
    },
    [scores, threshold, text, format],
  );
  return (
    <Chart
      title={title ?? text("outlier.scores")}
      summary={text("outlier.threshold", { value: format.number(threshold) })}
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
