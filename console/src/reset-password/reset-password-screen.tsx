import { Alert, Box, Button, Link, Typography } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useLogout, useNotify } from "react-admin";
import { Link as RouterLink, useLocation } from "react-router-dom";
import { fieldOf, NewPasswordFields, useNewPasswordProblem } from "../account/new-password-fields.js";
import { LOGIN_PATH } from "../api/auth-provider.js";
import { useApi } from "../api/services.js";
import { useText } from "../i18n/use-text.js";
import { PublicPage } from "../login/public-page.js";
import { messages } from "./messages.js";

/** Page of a link to set a new password. The token stands behind the #, which no server's log shows. */
export default function ResetPasswordScreen() {
  const text = useText(messages);
  const token = useLocation().hash.slice(1);
  return (
    <PublicPage title={text("title")}>
      {token === "" ? <Alert severity="warning">{text("incomplete")}</Alert> : <ResetForm token={token} />}
      <Link component={RouterLink} to="/account/forgot" sx={{ display: "inline-block", mt: 2 }}>
        {text("another")}
      </Link>
    </PublicPage>
  );
}

function ResetForm({ token }: { token: string }) {
  const text = useText(messages);
  const problem = useNewPasswordProblem();
  const api = useApi();
  const notify = useNotify();
  const logout = useLogout();
  const resetting = useMutation({
    mutationFn: (form: FormData) =>
      api.resetPassword({
        reset_token: token,
        new_password: fieldOf(form, "new_password"),
        new_password_again: fieldOf(form, "new_password_again"),
      }),
    // Ends the session of whoever was logged in here before.
    onSuccess: async () => {
      await logout({}, LOGIN_PATH, false);
      notify(text("done"), { type: "info" });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!resetting.isPending) resetting.mutate(new FormData(event.currentTarget));
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2 }}>
      <Typography variant="body2" color="text.secondary">
        {text("rules")}
      </Typography>
      {resetting.error ? <Alert severity="error">{problem(resetting.error)}</Alert> : null}
      <NewPasswordFields autoFocus />
      <Button type="submit" variant="contained" size="large" aria-busy={resetting.isPending}>
        {text("save")}
      </Button>
    </Box>
  );
}
