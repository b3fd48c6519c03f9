import { Box, Button } from "@mui/material";
import { EmptyState } from "../../../feedback/empty-state.js";
import { Failure } from "../../../feedback/failure.js";
import { Loading } from "../../../feedback/loading.js";
import { useText } from "../../../i18n/use-text.js";
import { NOTIFICATION_DURATION } from "../../../notifications/duration.js";
import { useUndoableNotification } from "../../../notifications/use-undoable-notification.js";
import { ChartRows, type ChartRowsProps } from "../charts/chart-rows.js";
import { messages } from "../messages.js";
import { moveChart, putBack } from "./arrange.js";
import { SavedChartCard } from "./saved-chart-card.js";
import { useDashboard } from "./use-dashboard.js";

interface DashboardViewProps extends Omit<ChartRowsProps, "children"> {
  /** Shows the charts, from which one is added. */
  onAdd(): void;
}

/** The saved charts of a dataset, which share one selection. */
export function DashboardView({ onAdd, ...source }: DashboardViewProps) {
  const text = useText(messages);
  const notifyUndoable = useUndoableNotification();
  const { data, error, refetch, change } = useDashboard(source.dataset.id);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading rows={1} height={360} />;
  const { charts } = data;
  const add = <Button onClick={onAdd}>{text("dashboard.toCharts")}</Button>;
  if (charts.length === 0) return <EmptyState title={text("dashboard.none")} hint={text("dashboard.noneHint")} action={add} />;
  const move = (id: string, by: number) => () => change((now) => moveChart(now, id, by));
  return (
    <ChartRows {...source}>
      {(rows) => (
        <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 480px), 1fr))" }}>
          {charts.map((chart, place) => (
            <SavedChartCard
              key={chart.id}
              chart={chart}
              rows={rows}
              number={place + 1}
              onRename={(title) => change((now) => now.map((one) => (one.id === chart.id ? { ...one, title } : one)))}
              onUp={place > 0 ? move(chart.id, -1) : undefined}
              onDown={place < charts.length - 1 ? move(chart.id, 1) : undefined}
              onDelete={() => {
                change((now) => now.filter(({ id }) => id !== chart.id));
                notifyUndoable({
                  message: text("dashboard.deleted"),
                  undo: () => change((now) => putBack(now, chart, place)),
                  duration: NOTIFICATION_DURATION.undoable,
                });
              }}
            />
          ))}
        </Box>
      )}
    </ChartRows>
  );
}
