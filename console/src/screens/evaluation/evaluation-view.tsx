import type { EvaluationAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Box, Button, Paper } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNotify } from "react-admin";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useUndoableDelete } from "../../deletion/use-undoable-delete.js";
import { EmptyState } from "../../feedback/empty-state.js";
import { Failure } from "../../feedback/failure.js";
import { Loading } from "../../feedback/loading.js";
import { TaskProgress } from "../../feedback/task-progress.js";
import { useText } from "../../i18n/use-text.js";
import { useFailureText } from "../../notifications/use-failure-text.js";
import { Allowed } from "../../restrictions/allowed.js";
import { ForEditors } from "../../restrictions/for-role.js";
import { useAnalysisDataset } from "../../routing/analysis-context.js";
import { type EvaluationPathParams, NEW_EVALUATION } from "../../routing/paths.js";
import { EvaluationHeader } from "./evaluation-header.js";
import { parseFprLimit } from "./fpr-limit/fpr-limit.js";
import { EvaluationInputFile, useEvaluationInputUpload } from "./input/evaluation-input-file.js";
import { Failures } from "./input/failures.js";
import { messages } from "./messages.js";
import { Results } from "./results/results.js";
import { isEvaluating, useEvaluation } from "./use-evaluations.js";

interface EvaluationViewProps {
  id: string;
  models: readonly ModelAnswer[];
  addressOf(place: EvaluationPathParams): string;
  nameOf(evaluation: EvaluationAnswer): string;
}

/** One comparison: waiting for its rows, running, failed, or with its results. */
export function EvaluationView({ id, models, addressOf, nameOf }: EvaluationViewProps) {
  const text = useText(messages);
  const { datasetId } = useAnalysisDataset();
  const [searchParams] = useSearchParams();
  const limit = parseFprLimit(searchParams.get("max_fpr"));
  const navigate = useNavigate();
  const evaluationQuery = useEvaluation(datasetId, id, limit);
  const upload = useEvaluationInputUpload(id);
  const leave = useDeleteEvaluation(evaluationQuery.data, addressOf);
  useInvalidatePredictions(id, evaluationQuery.data);
  if (evaluationQuery.error && !evaluationQuery.data) {
    if (evaluationQuery.error.status !== 404)
      return <Failure error={evaluationQuery.error} onRetry={() => void evaluationQuery.refetch()} />;
    const add = (
      <Button variant="contained" component={Link} to={addressOf({ evaluationId: NEW_EVALUATION })}>
        {text("list.add")}
      </Button>
    );
    return <EmptyState title={text("gone.title")} hint={text("gone.hint")} action={add} />;
  }
  const evaluation = evaluationQuery.data;
  if (!evaluation) return <Loading rows={8} />;
  const uploading = upload !== undefined && upload.state.phase !== "sent";
  const waits = evaluation.status === "init" || evaluation.status === "prepare_upload_finish";
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <EvaluationHeader evaluation={evaluation} name={nameOf(evaluation)} models={models} limit={limit} onDelete={leave} />
      {evaluationQuery.error ? <Failure error={evaluationQuery.error} onRetry={() => void evaluationQuery.refetch()} /> : null}
      {waits || uploading ? (
        <Allowed what="work">
          <EvaluationInputFile evaluation={evaluation} />
        </Allowed>
      ) : null}
      {isEvaluating(evaluation) ? <EvaluationProgress evaluation={evaluation} onDelete={leave} /> : null}
      {uploading || isEvaluating(evaluation) ? null : <Failures evaluation={evaluation} />}
      <Results
        evaluation={evaluation}
        models={models}
        limit={limit}
        onLimit={(maxFpr) => navigate(addressOf({ evaluationId: id, maxFpr: maxFpr ?? undefined }), { replace: true })}
      />
    </Box>
  );
}

/** Deletes the comparison with an undo, and opens a new one with the same models. */
function useDeleteEvaluation(evaluation: EvaluationAnswer | undefined, addressOf: EvaluationViewProps["addressOf"]): () => void {
  const text = useText(messages);
  const remove = useUndoableDelete("evaluations");
  const navigate = useNavigate();
  return () => {
    if (!evaluation) return;
    remove({ id: evaluation.id, datasetId: evaluation.dataset_id, message: text("removed") });
    void navigate(addressOf({ evaluationId: NEW_EVALUATION, models: evaluation.model_id_list }));
  };
}

/** Fetches the predictions again after each comparison, because the rows may have changed. */
function useInvalidatePredictions(id: string, evaluation: EvaluationAnswer | undefined): void {
  const queryClient = useQueryClient();
  const wasBusy = useRef(false);
  const busy = evaluation !== undefined && evaluation.status !== "evaluating_finish";
  useEffect(() => {
    if (wasBusy.current && !busy) void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.evaluationPredictions(id) });
    wasBusy.current = busy;
  }, [busy, id, queryClient]);
}

function EvaluationProgress({ evaluation, onDelete }: { evaluation: EvaluationAnswer; onDelete(): void }) {
  const text = useText(messages);
  const api = useApi();
  const notify = useNotify();
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const { id, dataset_id, model_id_list, evaluation_bymodel: lines } = evaluation;
  const answered = lines.filter(({ status }) => status !== "waiting").map((line) => line.model_id);
  /** Removes the models that have not answered. If none has answered, there is nothing to keep. */
  const cancel = async () => {
    if (answered.length === 0) return onDelete();
    try {
      await api.changeEvaluation(dataset_id, id, { model_id_list: answered, known_model_id_list: model_id_list });
      notify(text("cancelled"), { type: "info" });
    } catch (error) {
      notify(failureText("cancel", error), { type: "error" });
    }
    await queryClient.invalidateQueries({ queryKey: QUERY_KEYS.evaluation(id) });
  };
  return (
    <Paper>
      <ForEditors role={evaluation.role}>
        <TaskProgress
          title={text("comparing", { count: lines.length })}
          progress={evaluation.progress}
          startedAt={answered.length === 0 ? evaluation.created_at : null}
          onCancel={() => void cancel()}
        />
      </ForEditors>
    </Paper>
  );
}
