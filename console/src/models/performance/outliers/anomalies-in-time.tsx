import type { ModelInfo, SeriesAnomaly } from "@agatha/contracts";
import { Box, MenuItem, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, TextField, Typography } from "@mui/material";
import { useCallback, useMemo, useState } from "react";
import { Chart } from "../../../charts/chart.js";
import { axisOption, type ChartTheme } from "../../../charts/chart-theme.js";
import { clockTime, formatTime } from "../../../i18n/format.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { useDatasetTimezone } from "../../../routing/analysis-context.js";
import { messages } from "../../messages.js";
import { FullWidthCard } from "../cards.js";

type Found = NonNullable<NonNullable<ModelInfo["outlier"]>["series"]>;
type Place = Pick<SeriesAnomaly, "series" | "column">;

const SYMBOLS = { spike: "circle", level_shift: "triangle", season_change: "diamond" } as const satisfies Record<
  SeriesAnomaly["kind"],
  string
>;
const KINDS = Object.keys(SYMBOLS) as SeriesAnomaly["kind"][];

const nameOf = ({ series, column }: Place): string => (series === undefined ? column : `${series} · ${column}`);

/** History of each series with its outliers, the table of outliers, and what to do about each kind. */
export function AnomaliesInTime({ found: { anomalies, lines } }: { found: Found }) {
  const text = useText(messages);
  const [chosen, setChosen] = useState(0);
  const line = lines[chosen];
  const kinds = KINDS.filter((kind) => anomalies.some((each) => each.kind === kind));
  return (
    <FullWidthCard>
      {lines.length > 1 ? (
        <TextField
          select
          label={text("anomalies.series")}
          value={chosen}
          onChange={(event) => setChosen(Number(event.target.value))}
          sx={{ minWidth: 220, maxWidth: "100%", mb: 2 }}
        >
          {lines.map((each, i) => (
            <MenuItem key={nameOf(each)} value={i}>
              {nameOf(each)}
            </MenuItem>
          ))}
        </TextField>
      ) : null}
      {line ? <HistoryChart line={line} anomalies={anomalies.filter((each) => nameOf(each) === nameOf(line))} /> : null}
      <Typography variant="h3" component="h2" sx={{ mt: 2, mb: 1 }}>
        {text("anomalies.title")}
      </Typography>
      {anomalies.length === 0 ? <Typography>{text("anomalies.none")}</Typography> : <AnomalyTable anomalies={anomalies} />}
      {kinds.length > 0 ? (
        <Box component="ul" sx={{ mb: 0, pl: 3 }}>
          {kinds.map((kind) => (
            <Typography component="li" variant="body2" key={kind}>
              {text("anomalies.advised", { kind: text(`anomalies.kinds.${kind}`), advice: text(`anomalies.advice.${kind}`) })}
            </Typography>
          ))}
        </Box>
      ) : null}
    </FullWidthCard>
  );
}

function HistoryChart({ line, anomalies }: { line: Found["lines"][number]; anomalies: readonly SeriesAnomaly[] }) {
  const text = useText(messages);
  const format = useFormat();
  const timezone = useDatasetTimezone();
  const { points } = line;
  const times = useMemo(() => points.map(({ time }) => clockTime(time, timezone)), [points, timezone]);
  const option = useCallback(
    (chartTheme: ChartTheme) => {
      const of = (name: string, type: "solid" | "dashed", color: string, data: (number | null)[]) => ({
        type: "line",
        name,
        showSymbol: false,
        lineStyle: { color, width: 1.5, type },
        itemStyle: { color },
        data: data.map((value, i) => [times[i], value]),
      });
      return {
        grid: { left: 72, right: 24, top: 48, bottom: 48 },
        tooltip: { trigger: "axis" },
        xAxis: axisOption(chartTheme, "x", { name: text("anomalies.axis"), type: "time" }),
        yAxis: { ...axisOption(chartTheme, "y", { name: line.column, scale: true }), nameGap: 56 },
        series: [
          of(
            text("anomalies.value"),
            "solid",
            chartTheme.data.actual,
            points.map(({ value }) => value),
          ),
          of(
            text("anomalies.expected"),
            "dashed",
            chartTheme.data.predicted,
            points.map(({ expected }) => expected),
          ),
          ...KINDS.map((kind) => ({
            type: "scatter",
            name: text(`anomalies.kinds.${kind}`),
            symbol: SYMBOLS[kind],
            symbolSize: 12,
            itemStyle: { color: chartTheme.data.anomaly },
            data: anomalies
              .filter((each) => each.kind === kind && each.until >= (points[0]?.time ?? ""))
              .map((each) => [clockTime(each.time, timezone), points.find(({ time }) => time === each.time)?.value ?? each.value]),
          })),
        ],
      };
    },
    [line.column, points, times, anomalies, timezone, text],
  );
  const about = text("anomalies.about", { count: format.number(points.length) });
  return (
    <Chart
      title={text("anomalies.history", { column: nameOf(line) })}
      summary={about}
      note={about}
      option={option}
      height={336}
      table={{
        columns: [text("anomalies.axis"), text("anomalies.value"), text("anomalies.expected")],
        rows: points.map(({ time, value, expected }, i) => [formatTime(times[i] ?? time), value, expected]),
      }}
    />
  );
}

function AnomalyTable({ anomalies }: { anomalies: readonly SeriesAnomaly[] }) {
  const text = useText(messages);
  const format = useFormat();
  const timezone = useDatasetTimezone();
  const columns = ["series", "kind", "time", "until"] as const;
  const numbers = ["periods", "value", "expected", "chance"] as const;
  return (
    <>
      <TableContainer sx={{ maxHeight: 360 }} tabIndex={0} role="region" aria-label={text("anomalies.title")}>
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>
              {columns.map((name) => (
                <TableCell key={name}>{text(`anomalies.${name}`)}</TableCell>
              ))}
              {numbers.map((name) => (
                <TableCell key={name} align="right">
                  {text(`anomalies.${name}`)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {anomalies.map((each) => (
              <TableRow key={`${nameOf(each)} ${each.time}`}>
                <TableCell>{nameOf(each)}</TableCell>
                <TableCell>{text(`anomalies.kinds.${each.kind}`)}</TableCell>
                <TableCell sx={{ whiteSpace: "nowrap" }}>{formatTime(clockTime(each.time, timezone))}</TableCell>
                <TableCell sx={{ whiteSpace: "nowrap" }}>{formatTime(clockTime(each.until, timezone))}</TableCell>
                <TableCell align="right">{format.number(each.periods)}</TableCell>
                <TableCell align="right">{format.number(each.value)}</TableCell>
                <TableCell align="right">{format.number(each.expected)}</TableCell>
                <TableCell align="right">{format.number(each.p_value)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <Typography variant="body2" color="text.secondary">
        {text("anomalies.chanceAbout")}
      </Typography>
    </>
  );
}
