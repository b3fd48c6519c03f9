import type { AutoModelAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Box, Button } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useNavigate } from "react-router-dom";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useServices } from "../api/services.js";
import { EmptyState } from "../feedback/empty-state.js";
import { Failure } from "../feedback/failure.js";
import { Loading } from "../feedback/loading.js";
import { useText } from "../i18n/use-text.js";
import { messages as modelMessages } from "../models/messages.js";
import { NEW_MODEL } from "../routing/paths.js";
import { ExcludedColumns } from "./excluded-columns.js";
import { Leaderboard } from "./leaderboard.js";
import { messages } from "./messages.js";
import { useOnComplete } from "./on-complete.js";
import { TrainingHeader } from "./training-header.js";
import { TrainingOutcome } from "./training-outcome.js";
import { TrainingProgress } from "./training-progress.js";
import { isRunning, outcomeOf } from "./training-status.js";
import { useFailureDialog } from "./use-failure-dialog.js";
import { useAutomaticTraining } from "./use-trainings.js";

interface AutomaticTrainingPageProps {
  datasetId: string;
  id: string;
  models: readonly ModelAnswer[];
  addressOf(modelId: string): string;
}

/** Page of an automatic training: its progress, its leaderboard and its result. */
export default function AutomaticTrainingPage({ datasetId, id, models, addressOf }: AutomaticTrainingPageProps) {
  const text = useText(messages);
  const modelText = useText(modelMessages);
  const training = useAutomaticTraining(datasetId, id);
  const another = (
    <Button variant="contained" component={Link} to={addressOf(NEW_MODEL)}>
      {modelText("newModel")}
    </Button>
  );
  if (training.error?.status === 404) return <EmptyState title={text("goneTitle")} hint={text("goneHint")} action={another} />;
  const failure = training.error ? (
    <Failure error={training.error} title={text("lookFailed")} onRetry={() => void training.refetch()} />
  ) : null;
  if (!training.data) return failure ?? <Loading rows={6} height={48} />;
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      {failure}
      <AutomaticTraining training={training.data} models={models} addressOf={addressOf} />
    </Box>
  );
}

interface AutomaticTrainingProps extends Pick<AutomaticTrainingPageProps, "models" | "addressOf"> {
  training: AutoModelAnswer;
}

function AutomaticTraining({ training, models, addressOf }: AutomaticTrainingProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { workLog } = useServices();
  const showFailure = useFailureDialog();
  const running = isRunning(training);
  // Models are fetched with the dataset's models. They are fetched again when the training's models change.
  const modelStates = training.models.map((model) => `${model.id} ${model.status}`).join();
  useEffect(() => {
    if (modelStates !== "") void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.models(training.dataset_id) });
  }, [queryClient, training.dataset_id, modelStates]);
  // A user on this page sees the end, so no notification is needed.
  useEffect(() => {
    if (!running) workLog.end({ kind: "automodel", id: training.id }, outcomeOf(training));
  }, [workLog, training, running]);
  useOnComplete(training, { onBest: (modelId) => navigate(addressOf(modelId)), onFailure: () => showFailure(training) });
  return (
    <>
      <TrainingHeader training={training} newModelAddress={addressOf(NEW_MODEL)} />
      {running ? <TrainingProgress training={training} /> : <TrainingOutcome training={training} models={models} addressOf={addressOf} />}
      <Leaderboard training={training} models={models} addressOf={addressOf} />
      {training.left_out.length > 0 ? <ExcludedColumns training={training} /> : null}
    </>
  );
}
