import { Alert, Button } from "@mui/material";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import type { Draft } from "../new-model/draft.js";
import { useLeaks } from "../new-model/use-leaks.js";

interface LeavesOutProps {
  datasetId: string;
  draft: Draft;
  labelOf(name: string): string;
  /** The choice is one's own from now on, and begins without them. */
  onChoose(without: string[]): void;
}

/** Tells, before anything is trained, which columns the training will leave out because they give the target away. */
export function LeavesOut({ datasetId, draft, labelOf, onChoose }: LeavesOutProps) {
  const text = useText(messages);
  const names = useLeaks(datasetId, draft).map(({ column }) => column);
  if (names.length === 0) return null;
  return (
    <Alert
      severity="info"
      role="status"
      action={
        <Button color="inherit" size="small" sx={{ whiteSpace: "nowrap" }} onClick={() => onChoose(names)}>
          {text("automatic.choose")}
        </Button>
      }
    >
      {text("automatic.leavesOut", { columns: names.map(labelOf).join(", ") })}
    </Alert>
  );
}
