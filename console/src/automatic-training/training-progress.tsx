import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { Paper, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useApi } from "../api/services.js";
import { useErrorMessage } from "../errors/use-error-message.js";
import { TaskProgress } from "../feedback/task-progress.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

/** How much of its time is over and how many models there are by now, with the way to end it. */
export function TrainingProgress({ batch }: { batch: AutoModelAnswer }) {
  const text = useText(messages);
  const api = useApi();
  const notify = useNotify();
  const errorText = useErrorMessage();
  const queryClient = useQueryClient();
  const cancellation = useMutation({
    mutationFn: () => api.cancelAutoModel(batch.dataset_id, batch.id),
    onSuccess: (changed) => {
      queryClient.setQueryData(QUERY_KEYS.automaticTraining(batch.dataset_id, batch.id), changed);
      notify(text("cancelling"), { type: "info" });
    },
    onError: (error) => notify(errorText(error).sentence, { type: "error" }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: QUERY_KEYS.automaticTrainings(batch.dataset_id) }),
  });
  const trained = batch.models.filter(({ status }) => status === "success").length;
  const step = batch.cancelled
    ? text("cancelling")
    : batch.started_at === null
      ? text("waiting")
      : text("trained", { count: trained, all: batch.models.length });
  return (
    <Paper>
      <TaskProgress
        title={text("underWay")}
        progress={null}
        step={step}
        startedAt={batch.started_at ?? batch.created_at}
        maxSeconds={batch.started_at === null ? undefined : batch.limits.seconds}
        onCancel={batch.cancelled ? undefined : () => cancellation.mutate()}
      />
      {batch.cancelled ? null : (
        <Typography variant="body2" color="text.secondary" sx={{ px: 2, pb: 2, mt: -1 }}>
          {text("cancelHint")}
        </Typography>
      )}
    </Paper>
  );
}
