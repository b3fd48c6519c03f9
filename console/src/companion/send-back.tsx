import { Button } from "@mui/material";
import { useDialog } from "../dialogs/dialogs.js";
import { useText } from "../i18n/use-text.js";
import { useCompanion, useTaskOf } from "./companion.js";
import { messages } from "./messages.js";

interface SendBackProps {
  modelId: string;
  /** What the service gets; undefined while there is no answer to what is entered. */
  result: object | undefined;
  /** Why one should not rely on it; null where nothing speaks against it. */
  doubt: string | null;
}

/** Gives a result to the service that has handed the model over; nothing where none has. */
export function SendBack({ modelId, result, doubt }: SendBackProps) {
  const text = useText(messages);
  const { finish } = useCompanion();
  const task = useTaskOf(modelId);
  const warn = useDialog();
  if (task === null) return null;
  const send = () => finish(task, result);
  const sendOrWarn = () => {
    if (doubt === null) return send();
    warn({ status: "warning", title: text("doubtful"), text: doubt, action: text("sendAnyway"), onAction: send });
  };
  return (
    <Button variant="contained" fullWidth sx={{ mt: 2 }} loading={result === undefined} onClick={sendOrWarn}>
      {text("send")}
    </Button>
  );
}
