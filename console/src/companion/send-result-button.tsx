import { Button } from "@mui/material";
import { useDialog } from "../dialogs/dialogs.js";
import { useText } from "../i18n/use-text.js";
import { useCompanion, useCompanionTask } from "./companion.js";
import { messages } from "./messages.js";

interface SendResultButtonProps {
  modelId: string;
  /** Result for the service; undefined while there is no answer for the inputs. */
  result: object | undefined;
  /** Reason not to rely on the result; null if there is none. */
  warning: string | null;
}

/** Sends a result to the service that handed the model over. Renders nothing if no service did. */
export function SendResultButton({ modelId, result, warning }: SendResultButtonProps) {
  const text = useText(messages);
  const { sendResult } = useCompanion();
  const task = useCompanionTask(modelId);
  const showDialog = useDialog();
  if (task === null) return null;
  const send = () => sendResult(task, result);
  const sendOrWarn = () => {
    if (warning === null) return send();
    showDialog({ status: "warning", title: text("doubtful"), text: warning, action: text("sendAnyway"), onAction: send });
  };
  return (
    <Button variant="contained" fullWidth sx={{ mt: 2 }} loading={result === undefined} onClick={sendOrWarn}>
      {text("send")}
    </Button>
  );
}
