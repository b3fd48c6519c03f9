import { Alert, Box, Button, Link, Typography } from "@mui/material";
import { type FormEvent, useState } from "react";
import { useApi } from "../../api/services.js";
import { useSignOn } from "../../api/use-sign-on.js";
import { useErrorMessage } from "../../errors/use-error-message.js";
import { useLanguage } from "../../i18n/use-language.js";
import { useText } from "../../i18n/use-text.js";
import { LOGIN_PATH } from "../../routing/paths.js";
import { CredentialField } from "../login/credential-field.js";
import { PublicPage } from "../login/public-page.js";
import { useAttempt } from "../login/use-attempt.js";
import { messages } from "./messages.js";

/** Asks for a link to set a new password. What is shown afterwards does not tell whether there is such an account. */
export default function ForgotPasswordScreen() {
  const text = useText(messages);
  const errorText = useErrorMessage();
  const api = useApi();
  const language = useLanguage();
  const mailsLinks = useSignOn()?.mails_reset_links ?? false;
  const [missing, setMissing] = useState(false);
  const asking = useAttempt((name: string) => api.forgotPassword(name, language));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("username") ?? "").trim();
    setMissing(name === "");
    if (name !== "") void asking.attempt(name);
  };
  return (
    <PublicPage title={text("title")}>
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        {text("hint")}
      </Typography>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2, mb: 2 }}>
        {asking.error ? <Alert severity="error">{errorText(asking.error).sentence}</Alert> : null}
        {asking.isDone ? (
          <Alert severity="info" role="status">
            {text(mailsLinks ? "mailed" : "told")}
          </Alert>
        ) : null}
        <CredentialField
          name="username"
          label={text("name")}
          autoComplete="username"
          autoFocus
          problem={missing ? text("required") : null}
        />
        <Button type="submit" variant="contained" size="large" aria-busy={asking.isBusy}>
          {text("send")}
        </Button>
      </Box>
      <Link href={`.${LOGIN_PATH}`}>{text("toLogin")}</Link>
    </PublicPage>
  );
}
