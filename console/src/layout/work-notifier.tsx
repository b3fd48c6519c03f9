import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useServices } from "../api/services.js";
import { POLL_INTERVALS } from "../api/timings.js";
import { useApiQuery } from "../api/use-api-query.js";
import type { StartedWork } from "../api/work-log.js";
import { type WatchedWork, workState } from "../api/work-state.js";
import { useJoinedList } from "../i18n/use-joined-list.js";
import { useText } from "../i18n/use-text.js";
import { Chunk } from "../routing/chunk.js";
import { lazyChunk } from "../routing/load-chunk.js";
import { useSessionUser } from "../routing/session.js";
import { endedText } from "./ended-text.js";
import { messages } from "./messages.js";

const CompletionWatch = lazyChunk(() => import("../automatic-training/completion-watch.js"));

/** Reports on every screen that work started in this browser has ended. Only one tab reports it, once. */
export function WorkNotifier() {
  const { workLog } = useServices();
  const user = useSessionUser();
  const started = useSyncExternalStore(workLog.subscribe, workLog.started);
  return started
    .filter(({ userId }) => userId === user.id)
    .map((work) => {
      const key = `${work.kind} ${work.id}`;
      return isWatchedHere(work) ? (
        <WorkWatch key={key} work={work} />
      ) : (
        <Chunk key={key}>
          <CompletionWatch started={work} />
        </Chunk>
      );
    });
}

const SEVERITIES = { done: "success", stopped: "warning", failed: "error" } as const;

function isWatchedHere(work: StartedWork): work is WatchedWork {
  return work.kind !== "automodel";
}

function WorkWatch({ work }: { work: WatchedWork }) {
  const text = useText(messages);
  const { api, workLog } = useServices();
  const joined = useJoinedList();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { data, error } = useApiQuery(["started", work.kind, work.id], (signal) => workState(api, work, signal), {
    refetchInterval: (answer) => (answer === undefined || answer.state === "running" ? POLL_INTERVALS.runningWork : false),
  });
  const gone = error?.status === 404;
  const ended = data !== undefined && data.state !== "running";
  const onEnd = useEffectEvent(() => {
    const end = data?.state;
    const reported = !gone && end !== undefined && end !== "running" && end !== "cancelled";
    const outcome = reported ? { name: joined(data?.names ?? []), end, endedAt: new Date().toISOString() } : null;
    if (!workLog.end(work, outcome)) return;
    void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.runningWork });
    if (outcome) notify(text(...endedText({ ...work, ...outcome })), { type: SEVERITIES[outcome.end] });
  });
  useEffect(() => {
    if (gone || ended) onEnd();
  }, [gone, ended]);
  return null;
}
