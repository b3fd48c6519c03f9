import type { CalculationAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Alert, AlertTitle, Button, Paper, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router-dom";
import { useErrorCodeMessage } from "../errors/use-error-code-message.js";
import { Failure } from "../feedback/failure.js";
import { Loading } from "../feedback/loading.js";
import { TaskProgress } from "../feedback/task-progress.js";
import { useText } from "../i18n/use-text.js";
import { ForEditors } from "../restrictions/for-role.js";
import { messages } from "./messages.js";
import { calculationPath, type QueuedCalculationType, useCalculation, useCancelCalculation } from "./use-calculations.js";

interface CalculationViewProps {
  model: ModelAnswer;
  type: QueuedCalculationType;
  id: string;
  /** Starts another calculation with the same settings. */
  onEdit(calculation: CalculationAnswer): void;
  /** Renders a finished calculation that has a result. */
  children(calculation: CalculationAnswer): ReactNode;
}

/** A calculation: running, failed, deleted, or with its result. */
export function CalculationView({ model, type, id, onEdit, children }: CalculationViewProps) {
  const text = useText(messages);
  const messageOf = useErrorCodeMessage();
  const navigate = useNavigate();
  const query = useCalculation(model, id);
  const cancel = useCancelCalculation(model, () => (query.data ? onEdit(query.data) : navigate(calculationPath(model, type))));
  if (query.error && !query.data) {
    return (
      <Failure error={query.error} title={text(`${type}.gone`)} onRetry={() => void query.refetch()}>
        <Button component={Link} to={calculationPath(model, type)} size="small" variant="outlined" color="inherit" sx={{ mt: 1 }}>
          {text(`${type}.another`)}
        </Button>
      </Failure>
    );
  }
  const calculation = query.data;
  if (!calculation) return <Loading rows={6} />;
  if (calculation.status === "is_processed") {
    return (
      <Paper>
        <ForEditors>
          <TaskProgress
            title={text(`${type}.working`)}
            progress={calculation.progress > 0 ? calculation.progress : null}
            startedAt={calculation.created_at}
            onCancel={() => cancel.mutate(id)}
          />
        </ForEditors>
      </Paper>
    );
  }
  if (calculation.status === "success" && calculation.result !== null) return children(calculation);
  const change = (
    <Button color="inherit" size="small" onClick={() => onEdit(calculation)}>
      {text("change")}
    </Button>
  );
  return (
    <Alert severity="error" action={change}>
      <AlertTitle>{text(`${type}.failed`)}</AlertTitle>
      {messageOf(calculation.reason)}
      {calculation.message ? (
        <Typography lang="en" variant="body2" sx={{ mt: 0.5 }}>
          {calculation.message}
        </Typography>
      ) : null}
    </Alert>
  );
}
