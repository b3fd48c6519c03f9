import type { UserAnswer } from "@agatha/contracts/wire";
import { Alert, Box, Button, Paper, TextField, Typography } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "react-admin";
import { useApi } from "../../api/services.js";
import { Failure } from "../../feedback/failure.js";
import { useFormat } from "../../i18n/use-format.js";
import { useLanguage } from "../../i18n/use-language.js";
import { useText } from "../../i18n/use-text.js";
import { useCopy } from "../../notifications/use-copy.js";
import { messages } from "./messages.js";
import { useRefreshPeople } from "./use-change-person.js";

/** Link to set a password, and the way out of a lost second factor. */
export function AccessSection({ person }: { person: UserAnswer }) {
  const text = useText(messages);
  const format = useFormat();
  const api = useApi();
  const language = useLanguage();
  const notify = useNotify();
  const refresh = useRefreshPeople();
  const linking = useMutation({ mutationFn: () => api.resetLink(person.id, language) });
  const removing = useMutation({
    mutationFn: () => api.removeSecondFactorOf(person.id),
    onSuccess: () => notify(text("link.factorDone"), { type: "info" }),
    onSettled: refresh,
  });
  const made = linking.data;
  return (
    <Paper
      component="section"
      aria-label={text("link.title")}
      sx={{ p: { xs: 2, md: 3 }, display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}
    >
      <Typography variant="h2">{text("link.title")}</Typography>
      {person.reset_requested_at === null ? null : (
        <Alert severity="info">{text("link.asked", { when: format.dateTime(person.reset_requested_at) })}</Alert>
      )}
      {person.needs_password ? <Alert severity="info">{text("link.none")}</Alert> : null}
      <Typography variant="body2" color="text.secondary">
        {text("link.hint")}
      </Typography>
      {(linking.error ?? removing.error) ? <Failure error={linking.error ?? removing.error} title={text("saveFailed")} /> : null}
      {made ? (
        <>
          <Alert severity={made.mailed ? "success" : "info"} role="status">
            {made.mailed ? text("link.mailed", { email: person.email ?? "" }) : text("link.notMailed")}
          </Alert>
          <LinkField link={made.link} />
        </>
      ) : null}
      <Button variant="outlined" aria-busy={linking.isPending} onClick={() => linking.mutate()} sx={{ justifySelf: "start" }}>
        {text("link.make")}
      </Button>
      {person.second_factor ? (
        <Box sx={{ display: "grid", gap: 1, justifyItems: "start" }}>
          <Typography variant="body2" color="text.secondary">
            {text("link.factorHint")}
          </Typography>
          <Button variant="outlined" color="warning" aria-busy={removing.isPending} onClick={() => removing.mutate()}>
            {text("link.factorOff")}
          </Button>
        </Box>
      ) : null}
    </Paper>
  );
}

function LinkField({ link }: { link: string }) {
  const text = useText(messages);
  const copy = useCopy();
  const [copied, setCopied] = useState(false);
  return (
    <Box sx={{ display: "flex", gap: 1, alignItems: "center" }}>
      <TextField
        fullWidth
        label={text("link.link")}
        value={link}
        slotProps={{ htmlInput: { readOnly: true } }}
        onFocus={(event) => event.target.select()}
      />
      <Button onClick={() => copy(link, () => setCopied(true))}>{text(copied ? "link.copied" : "link.copy")}</Button>
    </Box>
  );
}
