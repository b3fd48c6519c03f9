import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { useNotify } from "react-admin";
import { useLocation } from "react-router-dom";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useServices } from "../api/services.js";
import type { StartedTraining } from "../api/started-trainings.js";
import { useText } from "../i18n/use-text.js";
import { useSessionUser } from "../routing/session.js";
import { messages } from "./messages.js";
import { isRunning, trainingStatus } from "./training-status.js";
import { useFailureDialog } from "./use-failure-dialog.js";
import { useTrainingLabel } from "./use-training-label.js";
import { useAutomaticTraining } from "./use-trainings.js";

/** Tells, whatever screen is open, that an automatic training has ended which was begun in this browser: in one of its tabs, once. */
export function CompletionNotifier() {
  const { startedTrainings } = useServices();
  const user = useSessionUser();
  const begun = useSyncExternalStore(startedTrainings.subscribe, startedTrainings.list);
  return begun.filter(({ userId }) => userId === user.id).map((batch) => <CompletionWatch key={batch.id} begun={batch} />);
}

function CompletionWatch({ begun: { id, datasetId } }: { begun: StartedTraining }) {
  const { startedTrainings } = useServices();
  const queryClient = useQueryClient();
  const { data: batch, error } = useAutomaticTraining(datasetId, id);
  const tell = useNotifyCompletion();
  // Begun in another tab, it is in no list of this one yet.
  useEffect(() => {
    for (const queryKey of [QUERY_KEYS.automaticTrainings(datasetId), QUERY_KEYS.runningWork])
      void queryClient.invalidateQueries({ queryKey, exact: true });
  }, [queryClient, datasetId]);
  const gone = error?.status === 404;
  const ended = batch !== undefined && !isRunning(batch);
  const onEnd = useEffectEvent(() => {
    if (!startedTrainings.remove(id)) return;
    if (batch && !gone) tell(batch);
    for (const queryKey of [QUERY_KEYS.dataset(datasetId), ["models"], QUERY_KEYS.runningWork])
      void queryClient.invalidateQueries({ queryKey });
  });
  useEffect(() => {
    if (gone || ended) onEnd();
  }, [gone, ended]);
  return null;
}

/** Not to whoever has it before their eyes. */
function useNotifyCompletion(): (batch: AutoModelAnswer) => void {
  const text = useText(messages);
  const notify = useNotify();
  const nameOf = useTrainingLabel();
  const tellFailure = useFailureDialog();
  const watched = new URLSearchParams(useLocation().search).get("autoModelID");
  return (batch) => {
    const state = trainingStatus(batch);
    if (watched === batch.id || state === "cancelled") return;
    if (state === "failed") return tellFailure(batch);
    notify(text("done", { name: nameOf(batch) }), { type: "success" });
  };
}
