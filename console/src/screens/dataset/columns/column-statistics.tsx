import type { TableColumn } from "@agatha/contracts";
import { Box, Typography } from "@mui/material";
import { formatTime } from "../../../i18n/format.js";
import { type Format, useFormat } from "../../../i18n/use-format.js";
import { type TextFunction, useText } from "../../../i18n/use-text.js";
import type { en } from "../en.js";
import { messages } from "../messages.js";
import { DistributionSparkline } from "./distribution-sparkline.js";

const MAX_TOP_VALUES = 6;

/** Statistics of a column: missing and distinct values, range, mean, distribution. */
export function ColumnStatistics({ column, nrow }: { column: TableColumn; nrow: number }) {
  const text = useText(messages);
  const format = useFormat();
  const { stats } = column;
  return (
    <Box sx={{ display: "grid", gap: 1 }}>
      <Box sx={{ color: (theme) => theme.palette.data.plain }}>
        <DistributionSparkline stats={stats} height={56} />
      </Box>
      <Box component="dl" sx={{ m: 0, display: "grid", gridTemplateColumns: "1fr auto", rowGap: 0.5, columnGap: 2 }}>
        {statisticsOf(column, nrow, { text, format }).map(([term, value]) => (
          <Box key={term} sx={{ display: "contents" }}>
            <Typography component="dt" variant="body2" color="text.secondary">
              {term}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, textAlign: "right" }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
      {stats.top.length > 0 && column.type === "s" ? <TopValues column={column} nrow={nrow} /> : null}
    </Box>
  );
}

interface TextAndFormat {
  text: TextFunction<typeof en>;
  format: Format;
}

function statisticsOf({ stats, type }: TableColumn, nrow: number, { text, format }: TextAndFormat): [term: string, value: string][] {
  const statistics: [string, string][] = [
    [text("stats.missing"), `${format.number(stats.missing)} (${format.percent(nrow === 0 ? 0 : stats.missing / nrow)})`],
    [text("stats.unique"), format.number(stats.unique)],
  ];
  const add = (term: string, value: number | null | undefined, shown: (value: number) => string) => {
    if (value !== null && value !== undefined) statistics.push([term, shown(value)]);
  };
  const number = (value: number) => format.number(value);
  const time = (value: number) => formatTime(new Date(value).toISOString());
  if (type === "d") {
    add(text("stats.first"), stats.min, time);
    add(text("stats.last"), stats.max, time);
  }
  if (type === "n") {
    add(text("stats.min"), stats.min, number);
    add(text("stats.median"), stats.quantiles[2], number);
    add(text("stats.mean"), stats.mean, number);
    add(text("stats.max"), stats.max, number);
    add(text("stats.std"), stats.std, number);
  }
  return statistics;
}

function TopValues({ column, nrow }: { column: TableColumn; nrow: number }) {
  const text = useText(messages);
  const format = useFormat();
  return (
    <Box>
      <Typography variant="body2" color="text.secondary">
        {text("stats.top")}
      </Typography>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {column.stats.top.slice(0, MAX_TOP_VALUES).map(({ value, count }) => (
          <Box component="li" key={value} sx={{ display: "flex", justifyContent: "space-between", gap: 2 }}>
            <Typography variant="body2" noWrap title={value}>
              {value}
            </Typography>
            <Typography variant="body2" sx={{ flexShrink: 0 }}>
              {format.number(count)} ({format.percent(nrow === 0 ? 0 : count / nrow)})
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
