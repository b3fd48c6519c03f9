import { Alert, Box, Button, Link, Typography } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link as RouterLink } from "react-router-dom";
import { LOGIN_PATH } from "../api/auth-provider.js";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useApi } from "../api/services.js";
import { useApiQuery } from "../api/use-api-query.js";
import { useErrorMessage } from "../errors/use-error-message.js";
import { useLanguage } from "../i18n/use-language.js";
import { useText } from "../i18n/use-text.js";
import { CredentialField } from "../login/credential-field.js";
import { PublicPage } from "../login/public-page.js";
import { messages } from "./messages.js";

/** Asks for a link to set a new password. What is shown afterwards does not tell whether there is such an account. */
export default function ForgotPasswordScreen() {
  const text = useText(messages);
  const errorText = useErrorMessage();
  const api = useApi();
  const language = useLanguage();
  const mailsLinks = useApiQuery(QUERY_KEYS.signOn, (signal) => api.signOn(signal)).data?.mails_reset_links ?? false;
  const [missing, setMissing] = useState(false);
  const asking = useMutation({ mutationFn: (name: string) => api.forgotPassword(name, language) });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("username") ?? "").trim();
    setMissing(name === "");
    if (name !== "" && !asking.isPending) asking.mutate(name);
  };
  return (
    <PublicPage title={text("title")}>
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        {text("hint")}
      </Typography>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2, mb: 2 }}>
        {asking.error ? <Alert severity="error">{errorText(asking.error).sentence}</Alert> : null}
        {asking.isSuccess ? (
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
        <Button type="submit" variant="contained" size="large" aria-busy={asking.isPending}>
          {text("send")}
        </Button>
      </Box>
      <Link component={RouterLink} to={LOGIN_PATH}>
        {text("toLogin")}
      </Link>
    </PublicPage>
  );
}
