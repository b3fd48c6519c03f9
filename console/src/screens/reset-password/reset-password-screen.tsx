import { ERRORS } from "@agatha/contracts";
import { Alert, Box, Button, Link, TextField, Typography } from "@mui/material";
import { type FormEvent, useEffect, useState } from "react";
import { useApi, useServices } from "../../api/services.js";
import { logOut } from "../../api/session.js";
import { useErrorMessage } from "../../errors/use-error-message.js";
import { useText } from "../../i18n/use-text.js";
import { useAddress } from "../../routing/address.js";
import { FORGOT_PATH } from "../../routing/paths.js";
import { replaceByLogin } from "../../routing/to-login.js";
import { fieldOf, NewPasswordFields, useNewPasswordProblem } from "../account/new-password-fields.js";
import { messages as loginMessages } from "../login/messages.js";
import { PublicPage } from "../login/public-page.js";
import { useAttempt } from "../login/use-attempt.js";
import { messages } from "./messages.js";

/** Page of a link to set a new password. The token stands behind the #, which no server's log shows. */
export default function ResetPasswordScreen() {
  const text = useText(messages);
  const token = useAddress().hash.slice(1);
  return (
    <PublicPage title={text("title")}>
      {token === "" ? <Alert severity="warning">{text("incomplete")}</Alert> : <CheckedLink key={token} token={token} />}
      <Link href={`.${FORGOT_PATH}`} sx={{ display: "inline-block", mt: 2 }}>
        {text("another")}
      </Link>
    </PublicPage>
  );
}

/** The form, or why the link no longer works, so that nobody fills the form in vain. */
function CheckedLink({ token }: { token: string }) {
  const api = useApi();
  const errorText = useErrorMessage();
  const [check, setCheck] = useState<{ error: unknown; username?: string } | null>(null);
  useEffect(() => {
    let left = false;
    const finish = (found: { error: unknown; username?: string }) => {
      if (!left) setCheck(found);
    };
    api.checkResetLink(token).then(
      ({ username }) => finish({ error: null, username }),
      (error: unknown) => finish({ error }),
    );
    return () => {
      left = true;
    };
  }, [api, token]);
  if (check === null) return null;
  const { sentence, code } = errorText(check.error);
  // Without another answer the form is shown: what it sends is checked again.
  return check.error !== null && code === ERRORS.resetLinkInvalid ? (
    <Alert severity="error">{sentence}</Alert>
  ) : (
    <ResetForm token={token} username={check.username} />
  );
}

function ResetForm({ token, username }: { token: string; username: string | undefined }) {
  const text = useText(messages);
  const login = useText(loginMessages);
  const problem = useNewPasswordProblem();
  const services = useServices();
  const resetting = useAttempt(async (form: FormData) => {
    await services.api.resetPassword({
      reset_token: token,
      new_password: fieldOf(form, "new_password"),
      new_password_again: fieldOf(form, "new_password_again"),
    });
    // Ends the session of whoever was logged in here before.
    await logOut(services);
    replaceByLogin({ hasNewPassword: true, username });
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void resetting.attempt(new FormData(event.currentTarget));
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2 }}>
      {username === undefined ? null : (
        <TextField
          label={login("username")}
          value={username}
          helperText={text("usernameHint")}
          // A password manager stores the new password for it.
          slotProps={{ htmlInput: { readOnly: true, autoComplete: "username" } }}
        />
      )}
      <Typography variant="body2" color="text.secondary">
        {text("rules")}
      </Typography>
      {resetting.error ? <Alert severity="error">{problem(resetting.error)}</Alert> : null}
      <NewPasswordFields autoFocus />
      <Button type="submit" variant="contained" size="large" aria-busy={resetting.isBusy}>
        {text("save")}
      </Button>
    </Box>
  );
}
