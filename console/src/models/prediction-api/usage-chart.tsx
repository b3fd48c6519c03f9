import type { TokenUse } from "@agatha/contracts/wire";
import { Typography } from "@mui/material";
import { useCallback, useMemo } from "react";
import { Chart } from "../../charts/chart.js";
import { axisOption, type ChartTheme } from "../../charts/chart-theme.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";

/** Requests and rows that the model's API has answered, by token. The one used last is on top. */
export function UsageChart({ usage }: { usage: readonly TokenUse[] }) {
  const text = useText(messages);
  const format = useFormat();
  const tokens = useMemo(
    () =>
      usage.map((use) => ({
        ...use,
        name: text(use.current ? "api.usage.current" : "api.usage.former", { since: format.dateTime(use.first_used_at) }),
      })),
    [usage, text, format],
  );
  const option = useCallback(
    (chartTheme: ChartTheme) => {
      const upwards = tokens.toReversed();
      return {
        grid: { left: 8, right: 24, top: 32, bottom: 32, containLabel: true },
        tooltip: { trigger: "axis" },
        xAxis: { ...axisOption(chartTheme, "x", { name: text("api.usage.count") }), minInterval: 1 },
        yAxis: {
          ...axisOption(chartTheme, "y", { name: "", type: "category", data: upwards.map(({ name }) => name) }),
          axisLabel: { color: chartTheme.text, width: 140, overflow: "break" },
          splitLine: { show: false },
        },
        series: (["calls", "rows"] as const).map((field, i) => ({
          type: "bar",
          name: text(`api.usage.${field}`),
          data: upwards.map((use) => use[field]),
          itemStyle: { color: chartTheme.data.groups[i] },
          barMaxWidth: 14,
        })),
      };
    },
    [tokens, text],
  );
  if (tokens.length === 0) return <Typography color="text.secondary">{text("api.usage.none")}</Typography>;
  return (
    <Chart
      title={text("api.usage.title")}
      summary={tokens.map(({ name, calls, rows }) => [
        name,
        text("api.usage.calledWith", { calls: format.number(calls), rows: format.number(rows) }),
      ])}
      option={option}
      height={96 + tokens.length * 48}
      table={{
        columns: ["token", "calls", "rows", "first", "last"].map((key) => text(`api.usage.${key as "token"}`)),
        rows: tokens.map(({ name, calls, rows, first_used_at, last_used_at }) => [
          name,
          calls,
          rows,
          format.dateTime(first_used_at),
          format.dateTime(last_used_at),
        ]),
      }}
    />
  );
}
