import { Button } from "@mui/material";
import { useText } from "../i18n/use-text.js";
import { useCompanion, useTaskOf } from "./companion.js";
import { messages } from "./messages.js";

interface SendBackProps {
  modelId: string;
  /** What the service gets; undefined while there is no answer to what is entered. */
  result: object | undefined;
}

/** Gives a result to the service that has handed the model over; nothing where none has. */
export function SendBack({ modelId, result }: SendBackProps) {
  const text = useText(messages);
  const { finish } = useCompanion();
  const task = useTaskOf(modelId);
  if (task === null) return null;
  return (
    <Button variant="contained" fullWidth sx={{ mt: 2 }} loading={result === undefined} onClick={() => finish(task, result)}>
      {text("send")}
    </Button>
  );
}
