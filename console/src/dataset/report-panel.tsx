import type { ProfilingAnswer } from "@agatha/contracts/wire";
import OpenIcon from "@mui/icons-material/OpenInNewOutlined";
import { Alert, AlertTitle, Box, Button, FormControlLabel, Switch, Typography } from "@mui/material";
import { useState } from "react";
import { useApi } from "../api/context.js";
import { KEYS } from "../api/keys.js";
import { useAsk } from "../api/use-ask.js";
import { useCatalogueText } from "../errors/use-catalogue-text.js";
import { useText } from "../i18n/use-text.js";
import { Failure } from "../states/failure.js";
import { Loading } from "../states/loading.js";
import { LongWork } from "../states/long-work.js";
import { useDatasetEdit } from "./dataset-edit.js";
import { messages } from "./messages.js";
import { isUnderWay, useReport } from "./use-report.js";

/** The profiling report: has it made, tells how far it is, and leads to its page. */
export function ReportPanel() {
  const text = useText(messages);
  const { dataset } = useDatasetEdit();
  const { asked, request } = useReport(dataset.id);
  if (asked.error && !asked.data)
    return <Failure error={asked.error} title={text("report.unknown")} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Loading rows={3} height={56} />;
  const report = asked.data;
  return (
    <Box sx={{ p: 2, display: "grid", gap: 2 }}>
      <Typography>{text("report.hint")}</Typography>
      <Outcome report={report} />
      {isUnderWay(report) ? null : (
        <Wish
          made={report.status !== null}
          ofHistory={report.use_ext_data ?? false}
          busy={request.isPending}
          onAsk={(ofHistory) => request.mutate(ofHistory)}
        />
      )}
      {request.error ? <Failure error={request.error} title={text("report.refused")} /> : null}
    </Box>
  );
}

function Outcome({ report }: { report: ProfilingAnswer }) {
  const text = useText(messages);
  const catalogue = useCatalogueText();
  if (isUnderWay(report)) return <LongWork title={text("report.making")} progress={report.status === "init" ? report.progress : null} />;
  if (report.status === "fail") {
    return (
      <Alert severity="error">
        <AlertTitle>{text("report.failed")}</AlertTitle>
        {catalogue(report.reason)}
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
      <Button variant="contained" startIcon={<OpenIcon />} component="a" href={report.report} target="_blank" rel="noopener">
        {text("report.open")}
      </Button>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
        {text(report.use_ext_data ? "report.ofHistory" : "report.ofRows")}
      </Typography>
    </Box>
  );
}

interface WishProps {
  /** Whether there was one before. */
  made: boolean;
  /** Whether that one was of what the edit history leaves. */
  ofHistory: boolean;
  busy: boolean;
  onAsk(ofHistory: boolean): void;
}

/** Of which rows it is to be. */
function Wish({ made, ofHistory, busy, onAsk }: WishProps) {
  const text = useText(messages);
  const { dataset } = useDatasetEdit();
  const api = useApi();
  const entries = useAsk(KEYS.extractions(dataset.id), (signal) => api.extractions(dataset.id, signal));
  const hasHistory = entries.data?.some(({ enabled }) => enabled) ?? false;
  const [wanted, setWanted] = useState(ofHistory);
  const asked = wanted && hasHistory;
  return (
    <Box>
      <FormControlLabel
        control={
          <Switch
            checked={asked}
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
      <Button variant={made ? "outlined" : "contained"} loading={busy} onClick={() => onAsk(asked)}>
        {text(made ? "report.again" : "report.make")}
      </Button>
    </Box>
  );
}
