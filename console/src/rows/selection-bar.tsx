import { Button, Typography } from "@mui/material";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";
import { useRowSource } from "./row-source.js";

/** Number of selected rows, with a button that clears the selection. Renders nothing without one. */
export function SelectionBar() {
  const text = useText(messages);
  const format = useFormat();
  const source = useRowSource();
  const count = source?.selected.size ?? 0;
  if (source === null || count === 0) return null;
  return (
    <Typography role="status" variant="body2">
      {text("selected", { count, shown: format.number(count) })}
      <Button size="small" onClick={() => source.select([])}>
        {text("clear")}
      </Button>
    </Typography>
  );
}
