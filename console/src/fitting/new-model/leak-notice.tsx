import { Alert, Button } from "@mui/material";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import type { Draft } from "./draft.js";
import { useLeaks } from "./use-leaks.js";

interface LeakNoticeProps {
  datasetId: string;
  draft: Draft;
  labelOf(name: string): string;
  onChange(draft: Draft): void;
}

/** Warns, before anything is trained, of chosen columns that give the target away. */
export function LeakNotice({ datasetId, draft, labelOf, onChange }: LeakNoticeProps) {
  const text = useText(messages);
  const leaks = useLeaks(datasetId, draft).filter(({ column }) => draft.columns.includes(column));
  const names = leaks.map(({ column }) => column);
  const listed = (wanted: "leakage" | "among_leaks") =>
    leaks
      .filter(({ code }) => code === wanted)
      .map(({ column }) => labelOf(column))
      .join(", ");
  const telling = listed("leakage");
  const among = listed("among_leaks");
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
      {telling ? <div>{text("create.leaks", { columns: telling })}</div> : null}
      {among ? <div>{text("create.amongLeaks", { columns: among })}</div> : null}
    </Alert>
  );
}
