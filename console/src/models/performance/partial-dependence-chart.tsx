import type { ModelInfo } from "@agatha/contracts";
import { TextField } from "@mui/material";
import { useCallback, useState } from "react";
import { Chart } from "../../charts/chart.js";
import { axisOption, type ChartTheme } from "../../charts/chart-theme.js";
import { formatTime } from "../../i18n/format.js";
import { useText } from "../../i18n/use-text.js";
import { useInputName } from "../../model-names/use-input-name.js";
import { messages } from "../messages.js";
import { drawnCurves, individualCurves } from "./partial-dependence.js";

/** Partial dependence of one of the most important inputs: a line over numbers and times, bars for levels. */
export function PartialDependenceChart({ info }: { info: ModelInfo }) {
  const text = useText(messages);
  const inputName = useInputName(info);
  const all = info.partial_dependence ?? [];
  const [chosen, setChosen] = useState(all[0]?.column);
  const found = all.find(({ column }) => column === chosen);
  const isTime = info.inputs.some(({ name, type }) => name === chosen && type === "d");
  const name = inputName(chosen ?? "");
  const answer = info.type === "OCC" ? text("outlier.score") : (info.response ?? "");
  const option = useCallback(
    (chartTheme: ChartTheme) => {
      const { grid = [], curves = [] } = found ?? {};
      const levels = grid.some((value) => typeof value === "string") ? grid.map(String) : null;
      const drawn = drawnCurves(curves);
      return {
        useUTC: true,
        grid: { left: 40, right: 24, top: drawn.length > 1 ? 40 : 16, bottom: 40, containLabel: true },
        legend: { show: drawn.length > 1, type: "scroll", top: 4, left: 0, textStyle: { color: chartTheme.text } },
        tooltip: { trigger: "axis" },
        xAxis: axisOption(chartTheme, "x", {
          name,
          scale: true,
          ...(levels ? { type: "category", data: levels } : { type: isTime ? "time" : "value" }),
        }),
        yAxis: axisOption(chartTheme, "y", { name: answer, scale: levels === null }),
        series: [
          ...(levels ? [] : individualCurves(drawn)).map((values) => ({
            type: "line",
            silent: true,
            showSymbol: false,
            tooltip: { show: false },
            lineStyle: { color: chartTheme.data.predicted, width: 1, opacity: 0.2 },
            data: values.map((value, at) => [grid[at], value]),
          })),
          ...drawn.map(({ label, values }, i) => ({
            type: levels ? "bar" : "line",
            name: label ?? answer,
            showSymbol: false,
            data: values.map((value, at) => (levels ? value : [grid[at], value])),
            itemStyle: { color: drawn.length > 1 ? chartTheme.data.groups[i % chartTheme.data.groups.length] : chartTheme.data.predicted },
          })),
        ],
      };
    },
    [found, name, answer, isTime],
  );
  if (!found) return null;
  const hasIndividual = found.grid.every((value) => typeof value === "number") && individualCurves(drawnCurves(found.curves)).length > 0;
  const title = text("partialDependence.title", { column: name });
  return (
    <>
      <TextField
        select
        label={text("partialDependence.input")}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        slotProps={{ select: { native: true } }}
        sx={{ mb: 1, maxWidth: "100%" }}
      >
        {all.map(({ column }) => (
          <option key={column} value={column}>
            {inputName(column)}
          </option>
        ))}
      </TextField>
      <Chart
        title={title}
        summary={text("partialDependence.hint")}
        option={option}
        height={300}
        table={{
          columns: [name, ...found.curves.map(({ label }) => label ?? answer)],
          rows: found.grid.map((value, at) => [
            isTime && typeof value === "number" ? formatTime(new Date(value).toISOString()) : value,
            ...found.curves.map(({ values }) => values[at] ?? null),
          ]),
        }}
        note={hasIndividual ? `${text("partialDependence.hint")} ${text("partialDependence.individual")}` : text("partialDependence.hint")}
      />
    </>
  );
}
