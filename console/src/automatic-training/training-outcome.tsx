import type { AutoModelAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Alert, AlertTitle, Button, Typography } from "@mui/material";
import { Link } from "react-router-dom";
import { useErrorCodeMessage } from "../errors/use-error-code-message.js";
import { useText } from "../i18n/use-text.js";
import { messages as modelMessages } from "../models/messages.js";
import { compareWithBaseline } from "../models/performance/baseline-comparison.js";
import { NEW_MODEL } from "../routing/paths.js";
import { messages } from "./messages.js";
import { useTrainingLabel } from "./use-training-label.js";

interface TrainingOutcomeProps {
  batch: AutoModelAnswer;
  models: readonly ModelAnswer[];
  addressOf(modelId: string): string;
}

/** What came out: the best model and whether it is worth anything, or why there is none. */
export function TrainingOutcome({ batch, models, addressOf }: TrainingOutcomeProps) {
  if (batch.status === "fitting_fail") return <FailedTraining batch={batch} newModelAddress={addressOf(NEW_MODEL)} />;
  return <FinishedTraining batch={batch} best={models.find((model) => model.id === batch.model_id)} addressOf={addressOf} />;
}

function FinishedTraining({ batch, best, addressOf }: Omit<TrainingOutcomeProps, "models"> & { best: ModelAnswer | undefined }) {
  const text = useText(messages);
  const modelText = useText(modelMessages);
  const verdict = best ? compareWithBaseline({ type: best.model_type, indicators: best.indicators, baseline: best.baseline }) : null;
  const open = best ? (
    <Button color="inherit" size="small" component={Link} to={addressOf(best.id)} sx={{ whiteSpace: "nowrap" }}>
      {text("open")}
    </Button>
  ) : null;
  return (
    <Alert severity={best && verdict !== "worse" ? "success" : "warning"} role="status" action={open}>
      <AlertTitle>{best ? text("bestIs", { name: best.name }) : text("bestGone")}</AlertTitle>
      {verdict ? <div>{modelText(`figures.verdict.${verdict}`)}</div> : null}
      {batch.cancelled ? <div>{text("cancelledHint")}</div> : null}
      {batch.enabling_message && batch.enabling !== "manual" ? (
        <Typography variant="body2" lang="en" sx={{ mt: 0.5 }}>
          {batch.enabling_message}
        </Typography>
      ) : null}
    </Alert>
  );
}

function FailedTraining({ batch, newModelAddress }: { batch: AutoModelAnswer; newModelAddress: string }) {
  const text = useText(messages);
  const modelText = useText(modelMessages);
  const catalogue = useErrorCodeMessage();
  const nameOf = useTrainingLabel();
  const other = (
    <Button color="inherit" size="small" component={Link} to={newModelAddress} sx={{ whiteSpace: "nowrap" }}>
      {modelText("tryOther")}
    </Button>
  );
  if (batch.cancelled)
    return (
      <Alert severity="info" role="status" action={other}>
        <AlertTitle>{text("state.cancelled")}</AlertTitle>
        {text("cancelledEmpty")}
      </Alert>
    );
  return (
    <Alert severity="error" action={other}>
      <AlertTitle>{text("failedTitle", { name: nameOf(batch) })}</AlertTitle>
      {catalogue(batch.reason) ?? text("failedHint")}
      {batch.message ? (
        <Typography variant="body2" lang="en" sx={{ mt: 0.5 }}>
          {batch.message}
        </Typography>
      ) : null}
    </Alert>
  );
}
