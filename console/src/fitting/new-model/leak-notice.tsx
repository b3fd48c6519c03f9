import { Alert, Button } from "@mui/material";
import { useApi } from "../../api/context.js";
import { KEYS } from "../../api/queries.js";
import { useAsk } from "../../api/use-ask.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";

interface LeakNoticeProps {
  datasetId: string;
  target: string;
  type: "REGRESSION" | "CLASSIFICATION";
  /** Names of the columns that the model would learn from. */
  chosen: readonly string[];
  labelOf(name: string): string;
  onLeaveOut(names: string[]): void;
}

/** Warns, before anything is trained, of chosen columns that give the target away. */
export function LeakNotice({ datasetId, target, type, chosen, labelOf, onLeaveOut }: LeakNoticeProps) {
  const text = useText(messages);
  const api = useApi();
  const found = useAsk(KEYS.leakage(datasetId, target, type), (signal) =>
    api.leakage(datasetId, { response: target, model_type: type }, signal),
  );
  const leaks = (found.data?.data ?? []).filter(({ column }) => chosen.includes(column));
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
        <Button color="inherit" size="small" sx={{ whiteSpace: "nowrap" }} onClick={() => onLeaveOut(names)}>
          {text("create.leaveOut")}
        </Button>
      }
    >
      {telling ? <div>{text("create.leaks", { columns: telling })}</div> : null}
      {among ? <div>{text("create.amongLeaks", { columns: among })}</div> : null}
    </Alert>
  );
}
