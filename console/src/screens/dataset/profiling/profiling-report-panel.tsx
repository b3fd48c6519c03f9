import type { ProfilingAnswer } from "@agatha/contracts/wire";
import OpenIcon from "@mui/icons-material/OpenInNewOutlined";
import { Alert, AlertTitle, Box, Button, FormControlLabel, Switch, Typography } from "@mui/material";
import { useState } from "react";
import { useEditHistoryEntries } from "../../../api/queries.js";
import { useErrorCodeMessage } from "../../../errors/use-error-code-message.js";
import { Failure } from "../../../feedback/failure.js";
import { Loading } from "../../../feedback/loading.js";
import { TaskProgress } from "../../../feedback/task-progress.js";
import { useLanguage } from "../../../i18n/use-language.js";
import { useText } from "../../../i18n/use-text.js";
import { ForEditors } from "../../../restrictions/for-role.js";
import { useDatasetUpdate } from "../dataset-update.js";
import { messages } from "../messages.js";
import { isProfiling, useProfilingReport } from "./use-profiling-report.js";

/** Requests the profiling report, shows its progress and links to its page. */
export function ProfilingReportPanel() {
  const text = useText(messages);
  const { dataset } = useDatasetUpdate();
  const { query, request } = useProfilingReport(dataset.id);
  if (query.error && !query.data)
    return <Failure error={query.error} title={text("report.unknown")} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading rows={3} height={56} />;
  const report = query.data;
  return (
    <Box sx={{ p: 2, display: "grid", gap: 2 }}>
      <Typography>{text("report.hint")}</Typography>
      <ReportStatus report={report} />
      {isProfiling(report) ? null : (
        <ForEditors>
          <ReportRequest
            made={report.status !== null}
            ofHistory={report.use_ext_data ?? false}
            busy={request.isPending}
            onAsk={(ofHistory) => request.mutate(ofHistory)}
          />
        </ForEditors>
      )}
      {request.error ? <Failure error={request.error} title={text("report.refused")} /> : null}
    </Box>
  );
}

function ReportStatus({ report }: { report: ProfilingAnswer }) {
  const text = useText(messages);
  const language = useLanguage();
  const messageOf = useErrorCodeMessage();
  if (isProfiling(report))
    return <TaskProgress title={text("report.making")} progress={report.status === "init" ? report.progress : null} />;
  if (report.status === "fail") {
    return (
      <Alert severity="error">
        <AlertTitle>{text("report.failed")}</AlertTitle>
        {messageOf(report.reason)}
        {report.message ? (
          <Typography lang="en" variant="body2" sx={{ mt: 0.5 }}>
            {report.message}
          </Typography>
        ) : null}
      </Alert>
    );
  }
  if (report.report === null) return null;
  return (
    <Box>
      <Button
        variant="contained"
        startIcon={<OpenIcon />}
        component="a"
        href={`${report.report}?language=${language}`}
        target="_blank"
        rel="noopener"
      >
        {text("report.open")}
      </Button>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
        {text(report.use_ext_data ? "report.ofHistory" : "report.ofRows")}
      </Typography>
    </Box>
  );
}

interface ReportRequestProps {
  /** Whether a report exists. */
  made: boolean;
  /** Whether the existing report covers the edited rows. */
  ofHistory: boolean;
  busy: boolean;
  onAsk(ofHistory: boolean): void;
}

/** Selects the rows that the report covers. */
function ReportRequest({ made, ofHistory, busy, onAsk }: ReportRequestProps) {
  const text = useText(messages);
  const { dataset } = useDatasetUpdate();
  const entries = useEditHistoryEntries(dataset.id);
  const hasHistory = entries.data?.some(({ enabled }) => enabled) ?? false;
  const [wanted, setWanted] = useState(ofHistory);
  const query = wanted && hasHistory;
  return (
    <Box>
      <FormControlLabel
        control={
          <Switch
            checked={query}
            disabled={!hasHistory}
            onChange={(_event, on) => setWanted(on)}
            slotProps={{ input: { "aria-describedby": "report-history-hint" } }}
          />
        }
        label={text("report.history")}
      />
      <Typography id="report-history-hint" variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        {entries.data && !hasHistory ? text("report.historyNone") : null}
      </Typography>
      {entries.error ? <Failure error={entries.error} onRetry={() => void entries.refetch()} /> : null}
      <Button
        variant={made ? "outlined" : "contained"}
        loading={busy || entries.isPending}
        disabled={!entries.data}
        onClick={() => onAsk(query)}
      >
        {text(made ? "report.again" : "report.make")}
      </Button>
    </Box>
  );
}
