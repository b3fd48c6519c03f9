import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useNotify } from "react-admin";
import { useLocation } from "react-router-dom";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useServices } from "../api/services.js";
import type { StartedWork } from "../api/work-log.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";
import { isRunning, outcomeOf, trainingStatus } from "./training-status.js";
import { useFailureDialog } from "./use-failure-dialog.js";
import { useTrainingLabel } from "./use-training-label.js";
import { useAutomaticTraining } from "./use-trainings.js";

/** Reports on every screen that an automatic training started in this browser has ended. Only one tab reports it, once. */
export default function CompletionWatch({ started: { id, datasetId } }: { started: StartedWork }) {
  const { workLog } = useServices();
  const queryClient = useQueryClient();
  const { data: training, error } = useAutomaticTraining(datasetId, id);
  const notifyCompletion = useNotifyCompletion();
  // A training started in another tab is not in any of this tab's lists yet.
  useEffect(() => {
    for (const queryKey of [QUERY_KEYS.automaticTrainings(datasetId), QUERY_KEYS.runningWork])
      void queryClient.invalidateQueries({ queryKey, exact: true });
  }, [queryClient, datasetId]);
  const gone = error?.status === 404;
  const ended = training !== undefined && !isRunning(training);
  const onEnd = useEffectEvent(() => {
    if (!workLog.end({ kind: "automodel", id }, training && !gone ? outcomeOf(training) : null)) return;
    if (training && !gone) notifyCompletion(training);
    for (const queryKey of [QUERY_KEYS.dataset(datasetId), ["models"], QUERY_KEYS.runningWork, QUERY_KEYS.user])
      void queryClient.invalidateQueries({ queryKey });
  });
  useEffect(() => {
    if (gone || ended) onEnd();
  }, [gone, ended]);
  return null;
}

/** Skips users who already see the training's page. */
function useNotifyCompletion(): (training: AutoModelAnswer) => void {
  const text = useText(messages);
  const notify = useNotify();
  const labelOf = useTrainingLabel();
  const showFailure = useFailureDialog();
  const watched = new URLSearchParams(useLocation().search).get("autoModelID");
  return (training) => {
    const state = trainingStatus(training);
    if (watched === training.id || state === "cancelled") return;
    if (state === "failed" || state === "stopped") return showFailure(training);
    notify(text("done", { name: labelOf(training) }), { type: "success" });
  };
}
