import { compareChosenWithBaseline, judgedCriterion, verdictKey } from "@agatha/contracts/ranking/baseline-comparison";
import type { AutoModelAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Alert, AlertTitle, Button, Typography } from "@mui/material";
import { Link } from "react-router-dom";
import { useErrorCodeMessage } from "../errors/use-error-code-message.js";
import { joinSentences } from "../i18n/join-sentences.js";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { messages as modelMessages } from "../models/messages.js";
import { ExpectedMetric } from "../models/performance/metrics/expected-metric.js";
import { formatMetric } from "../models/performance/metrics/format-metric.js";
import { findsNoAnomaly } from "../models/ranking.js";
import { NEW_MODEL } from "../routing/paths.js";
import { rankedModels, rankingMetrics } from "./leaderboard-entries.js";
import { messages } from "./messages.js";
import { trainingStatus } from "./training-status.js";
import { useEndReasonText } from "./use-end-reason-text.js";
import { useTrainingLabel } from "./use-training-label.js";

interface TrainingOutcomeProps {
  training: AutoModelAnswer;
  models: readonly ModelAnswer[];
  addressOf(modelId: string): string;
}

/** Shows the best model and whether it beats the trivial guess, or why there is no model. */
export function TrainingOutcome({ training, models, addressOf }: TrainingOutcomeProps) {
  if (training.status === "fitting_fail") return <UntrainedOutcome training={training} newModelAddress={addressOf(NEW_MODEL)} />;
  return <FinishedTraining training={training} best={models.find((model) => model.id === training.model_id)} addressOf={addressOf} />;
}

function FinishedTraining({ training, best, addressOf }: Omit<TrainingOutcomeProps, "models"> & { best: ModelAnswer | undefined }) {
  const text = useText(messages);
  const modelText = useText(modelMessages);
  const verdict = best ? compareChosenWithBaseline({ ...best, type: best.model_type }, training.expected) : null;
  const judgedBy = useJudgedBy(training, best);
  const titlesOf = (how: AutoModelAnswer["models"][number]["ended_early"]) =>
    training.models.flatMap(({ title, ended_early }) => (ended_early === how ? [title] : []));
  const [cancelled, stopped, cutShort] = [titlesOf("cancelled"), titlesOf("stopped"), titlesOf("cut_short")];
  const noneFound = findsNoAnomaly({ models: rankedModels(training) });
  const open = best ? (
    <Button color="inherit" size="small" component={Link} to={addressOf(best.id)} sx={{ whiteSpace: "nowrap" }}>
      {text("open")}
    </Button>
  ) : null;
  return (
    <Alert
      severity={best && verdict !== "worse" && verdict !== "unclear" && !noneFound ? "success" : "warning"}
      role="status"
      action={open}
    >
      <AlertTitle>{best ? text("bestIs", { name: best.title }) : text("bestGone")}</AlertTitle>
      {best && training.expected ? (
        <div>
          <ExpectedMetric indicators={best.indicators} expected={training.expected} heldOutBy={best.held_out_by} />
        </div>
      ) : null}
      {noneFound ? <div>{text("noneFoundOutcome")}</div> : null}
      {best && verdict ? (
        <div>{joinSentences(judgedBy, modelText(`figures.verdict.${verdictKey(verdict, best.held_out_by?.rows)}`))}</div>
      ) : null}
      {training.not_tried.length > 0 ? (
        <div>{text(training.cancelled ? "notTriedCancelled" : "notTried", { methods: training.not_tried })}</div>
      ) : null}
      {cancelled.length === 0 ? null : <div>{text("cancelled", { models: cancelled })}</div>}
      {stopped.length === 0 ? null : <div>{text("stopped", { models: stopped })}</div>}
      {cutShort.length === 0 ? null : <div>{text("cutShortModels", { models: cutShort })}</div>}
      {training.cancelled ? <div>{text("cancelledHint")}</div> : null}
      {training.enabling_message && training.enabling !== "manual" ? (
        <Typography variant="body2" lang="en" sx={{ mt: 0.5 }}>
          {training.enabling_message}
        </Typography>
      ) : null}
    </Alert>
  );
}

/** Returns the figures that the verdict is about, if the models are ranked by other figures, as forecasts are by their MASE. */
function useJudgedBy(training: AutoModelAnswer, best: ModelAnswer | undefined): string | null {
  const text = useText(messages);
  const modelText = useText(modelMessages);
  const format = useFormat();
  const judged = best && judgedCriterion({ ...best, type: best.model_type }).indicator;
  if (!judged || rankingMetrics(training)[0] === judged) return null;
  const [found, baseline] = [best.indicators[judged], best.baseline[judged]];
  if (found == null || baseline == null) return null;
  const toText = (value: number) => formatMetric(format, judged, value);
  return text("judgedBy", { metric: modelText(`metric.${judged}`), found: toText(found), baseline: toText(baseline) });
}

/** Shows why there is no model: the training failed, was stopped by its time limit or was cancelled. */
function UntrainedOutcome({ training, newModelAddress }: { training: AutoModelAnswer; newModelAddress: string }) {
  const text = useText(messages);
  const modelText = useText(modelMessages);
  const messageOf = useErrorCodeMessage();
  const labelOf = useTrainingLabel();
  const endReasonOf = useEndReasonText();
  const other = (
    <Button color="inherit" size="small" component={Link} to={newModelAddress} sx={{ whiteSpace: "nowrap" }}>
      {modelText("tryOther")}
    </Button>
  );
  const state = trainingStatus(training);
  if (state === "cancelled" || state === "stopped")
    return (
      <Alert severity={state === "cancelled" ? "info" : "warning"} role="status" action={other}>
        <AlertTitle>{modelText("endedTitle", { state: text(`state.${state}`), name: labelOf(training) })}</AlertTitle>
        {endReasonOf(training)}
      </Alert>
    );
  return (
    <Alert severity="error" action={other}>
      <AlertTitle>{text("failedTitle", { name: labelOf(training) })}</AlertTitle>
      {messageOf(training.reason) ?? text("failedHint")}
      {training.message ? (
        <Typography variant="body2" lang="en" sx={{ mt: 0.5 }}>
          {training.message}
        </Typography>
      ) : null}
    </Alert>
  );
}
