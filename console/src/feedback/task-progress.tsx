import { Box, Button, LinearProgress, Typography } from "@mui/material";
import { useEffect, useState } from "react";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

interface TaskProgressProps {
  /** Running task, such as "Training Boosted1". */
  title: string;
  /** 0 to 1; null if it is not known. */
  progress: number | null;
  /** Current step. */
  step?: string | null | undefined;
  /** Start time, ISO 8601. */
  startedAt?: string | null | undefined;
  /** Time limit in seconds. If the progress is not known, the elapsed share of this time is shown. */
  maxSeconds?: number | undefined;
  onCancel?: (() => void) | undefined;
}

/** Progress of a long task: its share, elapsed and remaining time, and the cancel button. */
export function TaskProgress({ title, progress: reportedProgress, step, startedAt, maxSeconds, onCancel }: TaskProgressProps) {
  const text = useText(messages);
  const format = useFormat();
  const elapsed = useElapsed(startedAt ?? null);
  const byTime = maxSeconds === undefined || elapsed === null ? null : Math.min(1, elapsed / maxSeconds);
  const progress = reportedProgress ?? byTime;
  const left =
    reportedProgress !== null && reportedProgress > 0.05 && elapsed !== null ? (elapsed / reportedProgress) * (1 - reportedProgress) : null;
  const facts = [
    step,
    elapsed === null ? null : text("elapsed", { time: format.duration(elapsed) }),
    left === null ? null : text("expected", { time: format.duration(left) }),
    reportedProgress !== null || maxSeconds === undefined || elapsed === null
      ? null
      : text("atMost", { time: format.duration(maxSeconds - elapsed) }),
  ].filter((fact) => fact);
  return (
    <Box sx={{ display: "grid", gap: 1, p: 2 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 2 }}>
        <Typography variant="h3" component="p" sx={{ flexGrow: 1, minWidth: 0, overflowWrap: "anywhere" }}>
          {title}
        </Typography>
        {progress === null ? null : (
          <Typography sx={{ whiteSpace: "nowrap" }}>{format.percent(Math.round(progress * 100) / 100)}</Typography>
        )}
        {onCancel ? (
          <Button size="small" variant="outlined" onClick={onCancel} sx={{ flexShrink: 0 }}>
            {text("cancel")}
          </Button>
        ) : null}
      </Box>
      <LinearProgress
        aria-label={title}
        {...(progress === null ? {} : { variant: "determinate" as const, value: progress * 100 })}
        sx={{ height: 8, borderRadius: 1 }}
      />
      <Typography variant="body2" color="text.secondary">
        {facts.join(" · ")}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {text("leave")}
      </Typography>
    </Box>
  );
}

/** Seconds since then, updated once a second. */
function useElapsed(since: string | null): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (since === null) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [since]);
  return since === null ? null : Math.max(0, (now - Date.parse(since)) / 1000);
}
