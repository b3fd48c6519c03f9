import type { UserAnswer } from "@agatha/contracts/wire";
import { Box, Button, Paper, Typography } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { useNavigate } from "react-router-dom";
import { useApi } from "../../api/services.js";
import { useDialog } from "../../dialogs/dialogs.js";
import { Failure } from "../../feedback/failure.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "./messages.js";
import { useRefreshPeople } from "./use-change-person.js";

/** Deletes the account, alone or with its datasets and models. */
export function DeleteSection({ person: { id, username } }: { person: UserAnswer }) {
  const text = useText(messages);
  const api = useApi();
  const notify = useNotify();
  const navigate = useNavigate();
  const showDialog = useDialog();
  const refresh = useRefreshPeople();
  const deleting = useMutation({
    mutationFn: (withData: boolean) => api.deleteUser(id, { withData }),
    onSuccess: async () => {
      void navigate("/management/people");
      notify(text("remove.done", { name: username }), { type: "info" });
      await refresh();
    },
  });
  const ask = (withData: boolean) =>
    showDialog({
      status: "warning",
      title: text("remove.confirm", { name: username }),
      text: text(withData ? "remove.confirmWithData" : "remove.confirmHint"),
      action: text(withData ? "remove.withData" : "remove.account"),
      onAction: () => deleting.mutate(withData),
    });
  return (
    <Paper component="section" aria-label={text("remove.title")} sx={{ p: { xs: 2, md: 3 }, display: "grid", gap: 2 }}>
      <Typography variant="h2">{text("remove.title")}</Typography>
      <Typography variant="body2" color="text.secondary">
        {text("remove.hint")}
      </Typography>
      {deleting.error ? <Failure error={deleting.error} title={text("saveFailed")} /> : null}
      <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
        <Button variant="outlined" color="error" onClick={() => ask(false)}>
          {text("remove.account")}
        </Button>
        <Button variant="outlined" color="error" onClick={() => ask(true)}>
          {text("remove.withData")}
        </Button>
      </Box>
    </Paper>
  );
}
