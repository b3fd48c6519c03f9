import CloseIcon from "@mui/icons-material/Close";
import { Box, Drawer, IconButton, Paper, useMediaQuery, useTheme } from "@mui/material";
import { Deferred } from "../../feedback/deferred.js";
import { useText } from "../../i18n/use-text.js";
import { TabList } from "../../lists/tab-list.js";
import { ColumnPanel } from "./columns/column-panel.js";
import type { OrderedColumns } from "./columns/use-column-order.js";
import { DataCheckPanel } from "./data-check/data-check-panel.js";
import type { FinishedCheck } from "./data-check/use-finished-check.js";
import { messages } from "./messages.js";
import { type PanelTab, type PanelView, panelViewOf } from "./panel-view.js";
import { ProfilingReportPanel } from "./profiling/profiling-report-panel.js";

const PANEL_TABS: readonly PanelTab[] = ["columns", "check", "report"];

interface SidePanelProps {
  columns: OrderedColumns;
  check: FinishedCheck;
  view: PanelView;
  onView: (view: PanelView) => void;
}

/** Panel beside the table. Covers the table on a phone. */
export function SidePanel(props: SidePanelProps) {
  const text = useText(messages);
  const narrow = useMediaQuery(useTheme().breakpoints.down("md"));
  const { view, onView } = props;
  if (narrow) {
    return (
      <Drawer
        anchor="right"
        open={view !== null}
        onClose={() => onView(null)}
        slotProps={{
          paper: { "aria-label": text(`${view?.tab ?? "columns"}.title`), sx: { width: "min(100vw, 420px)" } },
        }}
      >
        {view ? <PanelContent {...props} view={view} /> : null}
      </Drawer>
    );
  }
  return view ? (
    <Paper component="aside" sx={{ width: 376, flexShrink: 0, display: "flex", flexDirection: "column", minHeight: 0 }}>
      <PanelContent {...props} view={view} />
    </Paper>
  ) : null;
}

function PanelContent({ columns, check, view, onView }: SidePanelProps & { view: NonNullable<PanelView> }) {
  const text = useText(messages);
  return (
    <>
      <Box sx={{ display: "flex", alignItems: "center", borderBottom: 1, borderColor: "divider", pr: 0.5 }}>
        <TabList
          tabs={PANEL_TABS.map((tab) => ({ value: tab, id: `panel-tab-${tab}`, panel: "panel", label: text(`${tab}.title`) }))}
          value={view.tab}
          onChange={(tab) => onView(panelViewOf(tab))}
          surface="paper"
          sx={{ flexGrow: 1, borderBottom: 0 }}
        />
        <IconButton aria-label={text("toolbar.close")} onClick={() => onView(null)}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <Box id="panel" role="tabpanel" aria-labelledby={`panel-tab-${view.tab}`} sx={{ flexGrow: 1, minHeight: 0, overflow: "auto" }}>
        <Deferred key={view.tab} fallback={null}>
          {view.tab === "check" ? (
            <DataCheckPanel check={check} />
          ) : view.tab === "report" ? (
            <ProfilingReportPanel />
          ) : (
            <ColumnPanel columns={columns} open={view.uid} onOpen={(uid) => onView({ tab: "columns", uid })} />
          )}
        </Deferred>
      </Box>
    </>
  );
}
