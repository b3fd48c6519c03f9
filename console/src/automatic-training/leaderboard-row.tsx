import type { MetricName } from "@agatha/contracts";
import { Chip, LinearProgress, Link as MuiLink, TableCell, TableRow, Typography } from "@mui/material";
import { Link } from "react-router-dom";
import { modelState } from "../api/model-state.js";
import { useErrorCodeMessage } from "../errors/use-error-code-message.js";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { useModelNames } from "../model-names/use-model-names.js";
import { messages as modelMessages } from "../models/messages.js";
import { BeforeDecision } from "../models/performance/classification/before-decision.js";
import { MetricWithInterval } from "../models/performance/metrics/metric-with-interval.js";
import type { LeaderboardEntry } from "./leaderboard-entries.js";
import { messages } from "./messages.js";

/** Style of columns that are hidden on phones. */
export const HIDDEN_ON_PHONES = { display: { xs: "none", sm: "table-cell" } } as const;

interface LeaderboardRowProps {
  entry: LeaderboardEntry;
  metrics: { main: MetricName; others: readonly MetricName[]; hasBaseline: boolean };
  /** Label of the first model. */
  badge: string | null;
  address: string;
}

/** A model of an automatic training: its rank and metrics, its progress, or the reason of its failure. */
export function LeaderboardRow({ entry, metrics: { main, others, hasBaseline }, badge, address }: LeaderboardRowProps) {
  const text = useText(messages);
  const names = useModelNames();
  const format = useFormat();
  return (
    <TableRow hover>
      <TableCell align="right">{entry.rank === null ? "–" : format.number(entry.rank)}</TableCell>
      <TableCell component="th" scope="row">
        <MuiLink component={Link} to={address} sx={{ fontWeight: 600, mr: 1 }}>
          {entry.name}
        </MuiLink>
        {badge === null ? null : <Chip label={badge} color="success" variant="outlined" />}
        {entry.tied ? <Chip label={text("tied")} variant="outlined" /> : null}
        {entry.earlier_rows ? <Chip label={text("incomparable")} variant="outlined" /> : null}
        {entry.ended_early === "cut_short" ? <Chip label={text("cutShort")} variant="outlined" /> : null}
        <Typography variant="body2" color="text.secondary">
          {names.algorithms(entry.algorithms)}
        </Typography>
        <FailureReason line={entry} />
      </TableCell>
      {entry.status === "success" ? (
        <>
          <TableCell align="right" sx={{ fontWeight: 600, whiteSpace: "nowrap" }}>
            <MetricWithInterval name={main} metrics={entry.indicators} intervals={entry.intervals} />
            <BeforeDecision model={entry} />
          </TableCell>
          {others.map((name) => (
            <TableCell key={name} align="right" sx={{ ...HIDDEN_ON_PHONES, whiteSpace: "nowrap" }}>
              <MetricWithInterval name={name} metrics={entry.indicators} intervals={entry.intervals} />
            </TableCell>
          ))}
          {hasBaseline ? (
            <TableCell align="right" sx={{ ...HIDDEN_ON_PHONES, whiteSpace: "nowrap" }}>
              <MetricWithInterval name={main} metrics={entry.baseline} intervals={entry.baselineIntervals} />
            </TableCell>
          ) : null}
        </>
      ) : (
        <TableCell align="right" colSpan={1 + others.length + (hasBaseline ? 1 : 0)}>
          <StatusCell line={entry} />
        </TableCell>
      )}
    </TableRow>
  );
}

/** Shows the progress of a model without metrics, or that there will be none. */
function StatusCell({ line }: { line: LeaderboardEntry }) {
  const { name, status, progress } = line;
  const modelText = useText(modelMessages);
  const format = useFormat();
  if (status !== "fitting")
    return (
      <Typography variant="body2" color={modelState(line) === "failed" ? "error" : "text.secondary"}>
        {modelText(`state.${modelState(line)}`)}
      </Typography>
    );
  return (
    <>
      <Typography variant="body2" color="text.secondary" sx={{ whiteSpace: "nowrap" }}>
        {modelText("state.fitting")} {format.percent(Math.round(progress * 100) / 100)}
      </Typography>
      <LinearProgress
        aria-label={modelText("training", { name })}
        variant="determinate"
        value={progress * 100}
        sx={{ height: 4, borderRadius: 1, mt: 0.5, minWidth: 64 }}
      />
    </>
  );
}

function FailureReason({ line }: { line: LeaderboardEntry }) {
  const { reason, message } = line;
  const messageOf = useErrorCodeMessage();
  if (modelState(line) !== "failed") return null;
  return (
    <Typography variant="body2" color="error" {...(messageOf(reason) === null ? { lang: "en" } : {})}>
      {messageOf(reason) ?? message}
    </Typography>
  );
}
