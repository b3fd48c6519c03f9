import { Alert, Button } from "@mui/material";
import { useText } from "../../i18n/use-text.js";
import type { TrainingDraft } from "../../models/training-draft/draft.js";
import { useTargetLeakage } from "../../models/training-draft/use-target-leakage.js";
import type { ValidationOptions } from "../../models/training-draft/validation-options.js";
import { messages } from "../messages.js";

interface LeakageExclusionNoticeProps {
  datasetId: string;
  draft: TrainingDraft;
  options: ValidationOptions | undefined;
  labelOf(name: string): string;
  /** Switches to chosen columns, starting without these. */
  onChooseColumns(without: string[]): void;
}

/** Says before the start which columns the training will leave out because they leak the target. */
export function LeakageExclusionNotice({ datasetId, draft, options, labelOf, onChooseColumns }: LeakageExclusionNoticeProps) {
  const text = useText(messages);
  const names = [...new Set(useTargetLeakage(datasetId, draft, options).map(({ column }) => column))];
  if (names.length === 0) return null;
  return (
    <Alert
      severity="info"
      role="status"
      action={
        <Button color="inherit" size="small" sx={{ whiteSpace: "nowrap" }} onClick={() => onChooseColumns(names)}>
          {text("choose")}
        </Button>
      }
    >
      {text("leavesOut", { columns: names.map(labelOf) })}
    </Alert>
  );
}
