import type { LeakageAnswer } from "@agatha/contracts/wire";
import { Alert, Button } from "@mui/material";
import { useText } from "../../i18n/use-text.js";
import { messages as modelMessages } from "../../models/messages.js";
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

/**
 * Says before the start which columns the training will leave out because they leak the target, and which two leak it together and stay,
 * as there are no others.
 */
export function LeakageExclusionNotice({ datasetId, draft, options, labelOf, onChooseColumns }: LeakageExclusionNoticeProps) {
  const text = useText(messages);
  const modelText = useText(modelMessages);
  const leaks = useTargetLeakage(datasetId, draft, options);
  const leavesOthers = draft.columns.some((name) => !leaks.some(({ column }) => column === name));
  const leavesOut = namesOf(leavesOthers ? leaks : leaks.filter(({ code }) => code !== "leaks_together"));
  const stay = namesOf(leaks).filter((name) => !leavesOut.includes(name));
  if (leaks.length === 0) return null;
  return (
    <Alert
      severity="info"
      role="status"
      action={
        <Button color="inherit" size="small" sx={{ whiteSpace: "nowrap" }} onClick={() => onChooseColumns(leavesOut)}>
          {text("choose")}
        </Button>
      }
    >
      {leavesOut.length > 0 ? <div>{text("leavesOut", { columns: leavesOut.map(labelOf) })}</div> : null}
      {stay.length > 0 ? <div>{modelText("create.leakTogether", { columns: stay.map(labelOf) })}</div> : null}
    </Alert>
  );
}

const namesOf = (leaks: LeakageAnswer["data"]): string[] => [...new Set(leaks.map(({ column }) => column))];
