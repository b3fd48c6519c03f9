import type { ModelAnswer } from "@agatha/contracts/wire";
import { Button, Paper, Typography } from "@mui/material";
import { useDialog } from "../../dialogs/dialogs.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "./messages.js";
import { useApiEnablement } from "./use-api-enablement.js";

/** Actions on all selected models. */
export function BulkActionsToolbar({ models, onDone }: { models: readonly ModelAnswer[]; onDone: () => void }) {
  const text = useText(messages);
  const enabling = useApiEnablement(onDone);
  const showDialog = useDialog();
  const disable = () =>
    showDialog({
      status: "confirm",
      title: text("disableTitle", { count: models.length }),
      text: text("disableHint"),
      action: text("disable"),
      onAction: () => enabling.mutate({ models, enabled: false }),
    });
  const none = models.length === 0;
  return (
    <Paper sx={{ p: 1, pl: 2, display: "flex", gap: 1, alignItems: "center", flexWrap: "wrap" }}>
      <Typography role="status" sx={{ flexGrow: 1 }}>
        {text("chosen", { count: models.length })}
      </Typography>
      <Button variant="contained" disabled={none} loading={enabling.isPending} onClick={() => enabling.mutate({ models, enabled: true })}>
        {text("enable")}
      </Button>
      <Button variant="outlined" disabled={none} loading={enabling.isPending} onClick={disable}>
        {text("disable")}
      </Button>
    </Paper>
  );
}
