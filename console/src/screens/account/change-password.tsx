import { Alert, Box, Button, Typography } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useApi } from "../../api/services.js";
import { useText } from "../../i18n/use-text.js";
import { useSessionUser } from "../../routing/session.js";
import { useLogOut } from "../../routing/use-log-out.js";
import { PasswordField } from "../login/password-field.js";
import { messages } from "./messages.js";
import { fieldOf, NewPasswordFields, useNewPasswordProblem } from "./new-password-fields.js";
import { Section } from "./section.js";

/** Form for a new password. The server ends every session then, so the login follows. */
export function ChangePassword() {
  const text = useText(messages);
  const problem = useNewPasswordProblem();
  const api = useApi();
  const logOut = useLogOut();
  const { username } = useSessionUser();
  const changing = useMutation({
    mutationFn: (form: FormData) =>
      api.changePassword({
        current_password: fieldOf(form, "current_password"),
        new_password: fieldOf(form, "new_password"),
        new_password_again: fieldOf(form, "new_password_again"),
      }),
    onSuccess: () => logOut({ hasNewPassword: true, username }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!changing.isPending) changing.mutate(new FormData(event.currentTarget));
  };
  return (
    <Section title={text("password.title")}>
      <Typography variant="body2" color="text.secondary">
        {text("password.rules")}
      </Typography>
      <Box component="form" onSubmit={submit} sx={{ display: "grid", gap: 2, width: "100%", maxWidth: 400 }}>
        {changing.error ? <Alert severity="error">{problem(changing.error)}</Alert> : null}
        <PasswordField label={text("password.present")} name="current_password" problem={null} size="small" />
        <NewPasswordFields size="small" />
        <Button type="submit" variant="contained" aria-busy={changing.isPending} sx={{ justifySelf: "start" }}>
          {text("password.change")}
        </Button>
      </Box>
    </Section>
  );
}
