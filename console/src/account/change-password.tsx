import { ERRORS } from "@agatha/contracts";
import { Alert, Box, Button, Typography } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useLogout } from "react-admin";
import { LOGIN_PATH } from "../api/auth-provider.js";
import { useApi } from "../api/services.js";
import { useErrorMessage } from "../errors/use-error-message.js";
import { useText } from "../i18n/use-text.js";
import { PasswordField } from "../login/password-field.js";
import { messages } from "./messages.js";
import { Section } from "./section.js";

/** Form for a new password. The server ends every session then, so the login follows. */
export function ChangePassword() {
  const text = useText(messages);
  const errorText = useErrorMessage();
  const api = useApi();
  const logout = useLogout();
  const changing = useMutation({
    mutationFn: (form: FormData) => {
      const field = (name: string): string => String(form.get(name) ?? "");
      return api.changePassword({
        current_password: field("current_password"),
        new_password: field("new_password"),
        new_password_again: field("new_password_again"),
      });
    },
    onSuccess: () => logout({}, LOGIN_PATH, false),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!changing.isPending) changing.mutate(new FormData(event.currentTarget));
  };
  const { sentence, code } = errorText(changing.error);
  // The other refusals of a new password have a message of their own.
  const problem = code === ERRORS.badRequest ? text("password.tooShort") : sentence;
  return (
    <Section title={text("password.title")}>
      <Typography variant="body2" color="text.secondary">
        {text("password.rules")}
      </Typography>
      <Box component="form" onSubmit={submit} sx={{ display: "grid", gap: 2, width: "100%", maxWidth: 400 }}>
        {changing.error ? <Alert severity="error">{problem}</Alert> : null}
        <PasswordField label={text("password.present")} name="current_password" problem={null} />
        <PasswordField label={text("password.new")} name="new_password" autoComplete="new-password" problem={null} />
        <PasswordField label={text("password.again")} name="new_password_again" autoComplete="new-password" problem={null} />
        <Button type="submit" variant="contained" aria-busy={changing.isPending} sx={{ justifySelf: "start" }}>
          {text("password.change")}
        </Button>
      </Box>
    </Section>
  );
}
