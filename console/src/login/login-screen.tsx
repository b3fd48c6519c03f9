import { ERRORS } from "@agatha/contracts";
import { ApiError, type LoginRequest } from "@agatha/contracts/client";
import type { ErrorCode } from "@agatha/contracts/error-catalogue";
import { Alert, Box, Button, Link } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useLogin } from "react-admin";
import { Navigate, Link as RouterLink, useLocation } from "react-router-dom";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useServices } from "../api/services.js";
import { messages as errorMessages } from "../errors/messages.js";
import { useErrorMessage } from "../errors/use-error-message.js";
import { useText } from "../i18n/use-text.js";
import type { LoginState } from "../routing/session.js";
import { CredentialField } from "./credential-field.js";
import { messages } from "./messages.js";
import { PasswordField } from "./password-field.js";
import { PublicPage } from "./public-page.js";
import { errorCodeOf, pageBeforeSignOn, SIGNED_ON, SignOnButton } from "./sign-on.js";

/** Login form. Continues to the address that the user wanted. */
export default function LoginScreen() {
  const text = useText(messages);
  const { sessionMarker } = useServices();
  const { state, search } = useLocation();
  const outcome = new URLSearchParams(search).get("sign_on");
  if (outcome === SIGNED_ON) sessionMarker.set();
  const from = (state as LoginState | null)?.from ?? (outcome === null ? undefined : pageBeforeSignOn()) ?? "/home";
  if (sessionMarker.isPresent()) return <Navigate to={from} replace />;
  return (
    <PublicPage title={text("title")} purpose={text("purpose")}>
      <LoginForm from={from} reason={errorCodeOf(outcome) ?? sessionMarker.endReason()} />
      <SignOnButton from={from} />
      <Link component={RouterLink} to="/account/forgot" sx={{ display: "inline-block", mt: 2 }}>
        {text("forgot")}
      </Link>
    </PublicPage>
  );
}

/** Whether a field that is needed is empty. */
interface MissingFields {
  username: boolean;
  password: boolean;
  code: boolean;
}

function LoginForm({ from, reason }: { from: string; reason: ErrorCode | undefined }) {
  const text = useText(messages);
  const errorText = useErrorMessage();
  const { attempt, busy, error, codeNeeded } = useLoginAttempt(from);
  const [missing, setMissing] = useState<MissingFields>({ username: false, password: false, code: false });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const username = String(form.get("username") ?? "").trim();
    const password = String(form.get("password") ?? "");
    const code = String(form.get("code") ?? "").trim();
    setMissing({ username: username === "", password: password === "", code: codeNeeded && code === "" });
    if (username === "" || password === "" || (codeNeeded && code === "") || busy) return;
    void attempt({ username, password, ...(code !== "" && { code }) });
  };
  const why = useSessionEndMessage(reason);
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2 }}>
      {error ? <Alert severity="error">{errorText(error).sentence}</Alert> : null}
      {why && !error ? <Alert severity="info">{why}</Alert> : null}
      <CredentialField
        name="username"
        label={text("username")}
        autoComplete="username"
        autoFocus
        problem={missing.username ? text("required") : null}
      />
      <PasswordField label={text("password")} problem={missing.password ? text("required") : null} />
      {codeNeeded ? (
        <CredentialField
          name="code"
          label={text("code")}
          autoComplete="one-time-code"
          autoFocus
          problem={missing.code ? text("required") : null}
        />
      ) : null}
      <Button type="submit" variant="contained" size="large" aria-busy={busy}>
        {text(busy ? "submitting" : "submit")}
      </Button>
    </Box>
  );
}

/** Error codes of an expired session. */
const SESSION_ENDED_CODES: readonly ErrorCode[] = [ERRORS.unauthorized, ERRORS.csrfTokenInvalid];

/** Returns why a user who was working sees the login screen. */
function useSessionEndMessage(code: ErrorCode | undefined): string | null {
  const text = useText(messages);
  const catalogue = useText(errorMessages);
  if (code === undefined) return null;
  return SESSION_ENDED_CODES.includes(code) ? text("ended") : catalogue(code);
}

/** Logs in. For an account with a second factor the server asks for its code, and the next attempt takes it along. */
function useLoginAttempt(from: string) {
  const login = useLogin();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [codeNeeded, setCodeNeeded] = useState(false);
  const attempt = async (credentials: LoginRequest) => {
    setBusy(true);
    setError(null);
    try {
      queryClient.removeQueries({ queryKey: QUERY_KEYS.user });
      await login(credentials, from);
    } catch (thrown) {
      const asksForCode = thrown instanceof ApiError && thrown.code === ERRORS.codeRequired;
      if (asksForCode) setCodeNeeded(true);
      else setError(thrown);
      setBusy(false);
    }
  };
  return { attempt, busy, error, codeNeeded };
}
