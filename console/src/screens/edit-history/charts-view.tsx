import type { ChartKind } from "@agatha/contracts";
import { Box, Paper } from "@mui/material";
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { EmptyState } from "../../feedback/empty-state.js";
import { type TextFunction, useText } from "../../i18n/use-text.js";
import type { StepColumn } from "../../step-columns/step-columns.js";
import { availableCharts, type Channel, channelsOf, chartChoice } from "./charts/chart-choice.js";
import { type ChartedRows, ChartRows, type ChartRowsProps } from "./charts/chart-rows.js";
import { SelectedChart } from "./charts/selected-chart.js";
import { findSeriesColumn } from "./charts/series-column.js";
import { AddToDashboard } from "./dashboard/add-to-dashboard.js";
import type { en } from "./en.js";
import { ChoiceField } from "./fields/choice-field.js";
import { ColumnField } from "./fields/column-field.js";
import { messages } from "./messages.js";

/** Charts of the rows after the steps. */
export function ChartsView(source: Omit<ChartRowsProps, "children">) {
  return <ChartRows {...source}>{(rows) => <ChartPanel datasetId={source.dataset.id} rows={rows} />}</ChartRows>;
}

/** Chart with its settings, which are kept in the address. */
function ChartPanel({ datasetId, rows }: { datasetId: string; rows: ChartedRows }) {
  const { table, offered } = rows;
  const text = useText(messages);
  const [query, setQuery] = useSearchParams();
  const seriesColumnOf = useMemo(() => {
    const found = new Map<string, StepColumn | null>();
    return (time: string) => {
      if (!found.has(time)) found.set(time, findSeriesColumn(table, time, offered));
      return found.get(time) ?? null;
    };
  }, [table, offered]);
  const choice = chartChoice(query, offered, seriesColumnOf);
  if (choice === null) return <EmptyState title={text("chart.none")} hint={text("chart.noneHint")} />;
  const choose = (name: "chart" | Channel, value: string) =>
    setQuery(
      (present) => {
        present.set(name, value);
        return present;
      },
      { replace: true },
    );
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, rowGap: 2, pt: 1 }}>
        <ChoiceField
          label={text("chart.kind")}
          value={choice.kind}
          choices={availableCharts(offered)}
          textOf={(kind) => text(`chart.kinds.${kind}`)}
          onChange={(kind) => choose("chart", kind)}
          width={220}
        />
        {(Object.keys(channelsOf(choice.kind)) as Channel[]).map((role) => (
          <ColumnField
            key={`${choice.kind} ${role}`}
            label={channelLabel(text, choice.kind, role)}
            columns={offered}
            types={channelsOf(choice.kind)[role]}
            value={choice[role]?.name ?? null}
            onChange={({ name }) => choose(role, name)}
            onClear={role === "by" ? () => choose(role, "") : undefined}
          />
        ))}
        <AddToDashboard datasetId={datasetId} choice={choice} />
      </Box>
      <Paper sx={{ p: 2, minWidth: 0 }}>
        <SelectedChart choice={choice} {...rows} />
      </Paper>
    </Box>
  );
}

function channelLabel(text: TextFunction<typeof en>, kind: ChartKind, role: Channel): string {
  if (kind === "histogram") return text("step.column");
  if (kind === "correlation") return text("chart.with");
  return text(kind === "parallel" ? "chart.colour" : `chart.${role}`);
}
