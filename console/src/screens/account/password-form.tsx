import { Alert, Box, Button } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useErrorMessage } from "../../errors/use-error-message.js";
import { useText } from "../../i18n/use-text.js";
import { PasswordField } from "../login/password-field.js";
import { messages } from "./messages.js";

/** Asks for the password before an action. A refusal is shown above the field. */
export function PasswordForm({ action, onSubmit }: { action: string; onSubmit: (password: string) => Promise<void> }) {
  const text = useText(messages);
  const errorText = useErrorMessage();
  const sending = useMutation({ mutationFn: onSubmit });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password") ?? "");
    if (password !== "" && !sending.isPending) sending.mutate(password);
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ display: "grid", gap: 2, width: "100%", maxWidth: 400 }}>
      {sending.error ? <Alert severity="error">{errorText(sending.error).sentence}</Alert> : null}
      <PasswordField label={text("factor.password")} problem={null} size="small" />
      <Button type="submit" variant="outlined" aria-busy={sending.isPending} sx={{ justifySelf: "start" }}>
        {action}
      </Button>
    </Box>
  );
}
