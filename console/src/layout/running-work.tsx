import CancelIcon from "@mui/icons-material/CancelOutlined";
import BellIcon from "@mui/icons-material/NotificationsOutlined";
import { Badge, Box, IconButton, LinearProgress, Popover, Tooltip, Typography } from "@mui/material";
import { useState, useSyncExternalStore } from "react";
import { useNotify } from "react-admin";
import { Link } from "react-router-dom";
import { useServices } from "../api/services.js";
import type { EndedWork } from "../api/work-log.js";
import { Failure } from "../feedback/failure.js";
import { joinSentences } from "../i18n/join-sentences.js";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { useFailureText } from "../notifications/use-failure-text.js";
import { automaticTrainingPath, datasetPath, evaluationPath, modelPath, uploadPath } from "../routing/paths.js";
import { useSessionUser } from "../routing/session.js";
import { endedText } from "./ended-text.js";
import { messages } from "./messages.js";
import { type RunningTask, useRunningWork } from "./use-running-work.js";

/** Bell with all running tasks, their progress and the buttons that cancel them. */
export function RunningWork() {
  const text = useText(messages);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { work, error, refetch } = useRunningWork();
  const label = text("running.open", { count: work.length });
  return (
    <>
      <Tooltip title={label}>
        <IconButton aria-label={label} aria-haspopup="dialog" color="inherit" onClick={(event) => setAnchor(event.currentTarget)}>
          {work.length === 0 ? (
            <BellIcon fontSize="small" />
          ) : (
            <Badge badgeContent={work.length} color="primary">
              <BellIcon fontSize="small" />
            </Badge>
          )}
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{
          paper: { "aria-label": text("running.title"), role: "dialog", sx: { width: 360, maxWidth: "calc(100vw - 16px)", p: 2 } },
        }}
      >
        <Typography variant="h3" component="h2">
          {text("running.title")}
        </Typography>
        {error ? <Failure error={error} title={text("running.failed")} onRetry={refetch} /> : null}
        {work.length === 0 && !error ? (
          <Typography color="text.secondary" sx={{ mt: 1 }}>
            {joinSentences(text("running.none"), text("running.noneHint"))}
          </Typography>
        ) : null}
        <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
          {work.map((item) => (
            <RunningTaskItem key={item.key} work={item} onLeave={() => setAnchor(null)} />
          ))}
        </Box>
        <EndedWorkList onLeave={() => setAnchor(null)} />
      </Popover>
    </>
  );
}

/** The work of this user that ended last in this browser. */
function EndedWorkList({ onLeave }: { onLeave: () => void }) {
  const text = useText(messages);
  const format = useFormat();
  const { workLog } = useServices();
  const user = useSessionUser();
  const ended = useSyncExternalStore(workLog.subscribe, workLog.ended).filter(({ userId }) => userId === user.id);
  if (ended.length === 0) return null;
  return (
    <>
      <Typography variant="h3" component="h2" id="ended-work" sx={{ mt: 2 }}>
        {text("ended.title")}
      </Typography>
      <Box component="ul" aria-labelledby="ended-work" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {ended.map((work) => (
          <Box component="li" key={`${work.kind} ${work.id} ${work.endedAt}`} sx={{ mt: 1 }}>
            <Typography
              component={Link}
              to={pathOf(work)}
              onClick={onLeave}
              sx={{ color: work.end === "failed" ? "error.main" : "inherit" }}
            >
              {text(...endedText(work))}
            </Typography>
            <Typography variant="body2" color="text.secondary">
              {format.ago(work.endedAt, Date.now())}
            </Typography>
          </Box>
        ))}
      </Box>
    </>
  );
}

function pathOf({ kind, id, datasetId, modelId }: EndedWork): string {
  if (kind === "model") return modelPath(datasetId, id);
  if (kind === "automodel") return automaticTrainingPath(datasetId, id);
  if (kind === "evaluation") return evaluationPath(datasetId, { evaluationId: id });
  if (kind === "batch" || kind === "optimization") return modelPath(datasetId, modelId, undefined, { tab: kind, calcID: id });
  return kind === "shareEnd" ? uploadPath("all") : datasetPath(datasetId);
}

function RunningTaskItem({ work, onLeave }: { work: RunningTask; onLeave: () => void }) {
  const { cancel: cancelWork } = work;
  const text = useText(messages);
  const format = useFormat();
  const notify = useNotify();
  const failureText = useFailureText();
  const cancelLabel = text("running.cancel", { name: work.name });
  const cancel = async () => {
    try {
      await cancelWork?.();
      notify(text("running.cancelled", { name: work.name }));
    } catch (error) {
      notify(failureText("cancel", error), { type: "error" });
    }
  };
  return (
    <Box component="li" sx={{ display: "flex", alignItems: "center", gap: 1, mt: 1.5 }}>
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Typography
          noWrap
          {...(work.path ? { component: Link, to: work.path, onClick: onLeave } : {})}
          sx={{ color: "inherit", fontWeight: 600 }}
        >
          {work.name}
        </Typography>
        <LinearProgress
          aria-label={work.name}
          variant="determinate"
          value={work.progress * 100}
          sx={{ my: 0.5, height: 6, borderRadius: 1 }}
        />
        <Typography variant="body2" color="text.secondary">
          {text(`running.${work.kind}`)} · {format.percent(Math.round(work.progress * 100) / 100)}
        </Typography>
      </Box>
      {cancelWork ? (
        <Tooltip title={cancelLabel}>
          <IconButton aria-label={cancelLabel} onClick={() => void cancel()}>
            <CancelIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      ) : null}
    </Box>
  );
}
