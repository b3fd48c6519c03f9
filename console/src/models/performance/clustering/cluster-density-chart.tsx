import type { ClusterDensityAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { MenuItem, TextField } from "@mui/material";
import { useCallback, useMemo, useState } from "react";
import { QUERY_KEYS } from "../../../api/query-keys.js";
import { useApi } from "../../../api/services.js";
import { useApiQuery } from "../../../api/use-api-query.js";
import { Chart } from "../../../charts/chart.js";
import { axisOption, type ChartTheme } from "../../../charts/chart-theme.js";
import { Failure } from "../../../feedback/failure.js";
import { Loading } from "../../../feedback/loading.js";
import { formatTime } from "../../../i18n/format.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../../messages.js";

type Density = ClusterDensityAnswer["data"][number];

/** How the values of a chosen column lie within each group. */
export function ClusterDensity({ model, columns }: { model: ModelAnswer; columns: readonly string[] }) {
  const text = useText(messages);
  const api = useApi();
  const [column, setColumn] = useState(columns[0] ?? "");
  const density = useApiQuery(
    [...QUERY_KEYS.model(model.id), "density", column],
    (signal) => api.clusterDensity(model.dataset_id, model.id, column, signal),
    { enabled: column !== "", keepPreviousAnswer: true },
  );
  const shown = density.data?.[0];
  return (
    <>
      <TextField
        select
        size="small"
        label={text("clustering.densityColumn")}
        value={column}
        onChange={(event) => setColumn(event.target.value)}
        sx={{ minWidth: 220, maxWidth: "100%", mb: 1 }}
      >
        {columns.map((name) => (
          <MenuItem key={name} value={name}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      {shown ? (
        <DensityChart density={shown} />
      ) : density.error ? (
        <Failure error={density.error} onRetry={() => void density.refetch()} />
      ) : (
        <Loading rows={4} />
      )}
    </>
  );
}

function DensityChart({ density }: { density: Density }) {
  const text = useText(messages);
  const { column, type, clusters } = density;
  const places = useMemo(() => binMiddles(density), [density]);
  const names = usePlaceNames(density, places);
  const title = text("clustering.density", { column });
  const option = useCallback(
    (chartTheme: ChartTheme) => ({
      grid: { left: 40, right: 24, top: 40, bottom: 32, containLabel: true },
      tooltip: { trigger: "axis" },
      xAxis: axisOption(
        chartTheme,
        "x",
        places ? { name: column, type: type === "d" ? "time" : "value", scale: true } : { name: column, type: "category", data: names },
      ),
      yAxis: axisOption(chartTheme, "y", { name: text("clustering.densityAxis") }),
      series: clusters.map(({ cluster, density: heights }, i) => ({
        type: type === "s" ? "bar" : "line",
        name: text("clustering.cluster", { number: cluster }),
        data: places ? places.map((place, bin) => [place, heights[bin]]) : heights,
        smooth: 0.3,
        smoothMonotone: "x",
        showSymbol: false,
        itemStyle: { color: chartTheme.data.groups[i % chartTheme.data.groups.length] },
      })),
    }),
    [clusters, column, names, places, text, type],
  );
  return (
    <Chart
      title={title}
      summary={title}
      option={option}
      table={{
        columns: [column, ...clusters.map(({ cluster }) => text("clustering.cluster", { number: cluster }))],
        rows: names.map((name, bin) => [name, ...clusters.map((cluster) => cluster.density[bin] ?? null)]),
      }}
    />
  );
}

/** Middle of each bin of numbers or times; undefined for text. */
function binMiddles({ from, to, clusters }: Density): number[] | undefined {
  if (from === null || to === null) return undefined;
  const bins = clusters[0]?.density.length ?? 0;
  return Array.from({ length: bins }, (_, bin) => from + ((bin + 0.5) * (to - from)) / bins);
}

/** Levels of text, or the middle of each bin. */
function usePlaceNames({ type, levels }: Density, places: readonly number[] | undefined): string[] {
  const format = useFormat();
  return useMemo(
    () => places?.map((place) => (type === "d" ? formatTime(new Date(place).toISOString()) : format.number(place))) ?? levels,
    [type, levels, places, format],
  );
}
