import type { LeakageAnswer } from "@agatha/contracts/wire";
import { Alert, Button } from "@mui/material";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import type { TrainingDraft } from "./draft.js";
import { useTargetLeakage } from "./use-target-leakage.js";
import type { ValidationOptions } from "./validation-options.js";

interface TargetLeakageWarningProps {
  datasetId: string;
  draft: TrainingDraft;
  options: ValidationOptions | undefined;
  labelOf(name: string): string;
  onChange(draft: TrainingDraft): void;
}

/** Warns before training of chosen columns that leak the target. */
export function TargetLeakageWarning({ datasetId, draft, options, labelOf, onChange }: TargetLeakageWarningProps) {
  const text = useText(messages);
  const isChosen = (name: string | undefined) => name === undefined || draft.columns.includes(name);
  const leaks = useTargetLeakage(datasetId, draft, options).filter(({ column, other }) => isChosen(column) && isChosen(other));
  const names = leaks.map(({ column }) => column);
  const listed = (kind: LeakageAnswer["data"][number]["code"]) =>
    [...new Set(leaks.filter(({ code }) => code === kind).map(({ column }) => column))].map(labelOf);
  const telling = listed("leakage");
  const among = listed("among_leaks");
  const together = listed("leaks_together");
  if (names.length === 0) return null;
  return (
    <Alert
      severity="warning"
      role="status"
      action={
        <Button
          color="inherit"
          size="small"
          sx={{ whiteSpace: "nowrap" }}
          onClick={() => onChange({ ...draft, columns: draft.columns.filter((name) => !names.includes(name)) })}
        >
          {text("create.leaveOut")}
        </Button>
      }
    >
      {telling.length > 0 ? <div>{text("create.leaks", { columns: telling })}</div> : null}
      {among.length > 0 ? <div>{text("create.amongLeaks", { columns: among })}</div> : null}
      {together.length > 0 ? <div>{text("create.leakTogether", { columns: together })}</div> : null}
    </Alert>
  );
}
