import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { Paper, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useApi } from "../api/services.js";
import { TaskProgress } from "../feedback/task-progress.js";
import { useText } from "../i18n/use-text.js";
import { useFailureText } from "../notifications/use-failure-text.js";
import { ForEditors } from "../restrictions/for-role.js";
import { messages } from "./messages.js";

/** Shows the elapsed share of the time limit, the number of models so far and the button that ends the training. */
export function TrainingProgress({ training }: { training: AutoModelAnswer }) {
  const text = useText(messages);
  const api = useApi();
  const notify = useNotify();
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const cancellation = useMutation({
    mutationFn: () => api.cancelAutoModel(training.dataset_id, training.id),
    onSuccess: (changed) => {
      queryClient.setQueryData(QUERY_KEYS.automaticTraining(training.dataset_id, training.id), changed);
      notify(text("cancelling"), { type: "info" });
    },
    onError: (error) => notify(failureText("cancel", error), { type: "error" }),
    onSettled: () => {
      // The places of models that it kept are free.
      for (const queryKey of [QUERY_KEYS.automaticTrainings(training.dataset_id), QUERY_KEYS.user])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
  const trained = training.models.filter(({ status }) => status === "success").length;
  const step = training.cancelled
    ? text("cancelling")
    : training.started_at === null
      ? text("waiting")
      : text("trained", { count: trained, all: training.models.length });
  return (
    <Paper>
      <ForEditors role={training.role}>
        <TaskProgress
          title={text("underWay")}
          progress={null}
          step={step}
          startedAt={training.started_at ?? training.created_at}
          maxSeconds={training.started_at === null ? undefined : training.limits.seconds}
          onCancel={training.cancelled ? undefined : () => cancellation.mutate()}
        />
      </ForEditors>
      {training.cancelled ? null : (
        <Typography variant="body2" color="text.secondary" sx={{ px: 2, pb: 2, mt: -1 }}>
          {text("cancelHint")}
        </Typography>
      )}
    </Paper>
  );
}
