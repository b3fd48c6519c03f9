import { ERRORS } from "@agatha/contracts";
import { ApiError, type LoginRequest } from "@agatha/contracts/client";
import type { ErrorCode } from "@agatha/contracts/errors/error-catalogue";
import { Alert, Box, Button } from "@mui/material";
import { type FormEvent, useState } from "react";
import { messages as errorMessages } from "../../errors/messages.js";
import { useErrorMessage } from "../../errors/use-error-message.js";
import { useText } from "../../i18n/use-text.js";
import { CredentialField } from "./credential-field.js";
import { messages } from "./messages.js";
import { PasswordField } from "./password-field.js";
import { useAttempt } from "./use-attempt.js";

/** Whether a field that is needed is empty. */
interface MissingFields {
  username: boolean;
  password: boolean;
  code: boolean;
}

interface LoginFormProps {
  login(credentials: LoginRequest): Promise<unknown>;
  /** Why a user who was working sees the form. */
  reason?: ErrorCode | undefined;
  /** Account that the field begins with. */
  username?: string | undefined;
}

/** Asks for account and password, and for the code of a second factor where the account has one. */
export function LoginForm({ login, reason, username = "" }: LoginFormProps) {
  const text = useText(messages);
  const errorText = useErrorMessage();
  const { attempt, isBusy, error, codeNeeded } = useLoginAttempt(login);
  const [missing, setMissing] = useState<MissingFields>({ username: false, password: false, code: false });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const account = String(form.get("username") ?? "").trim();
    const password = String(form.get("password") ?? "");
    const code = String(form.get("code") ?? "").trim();
    setMissing({ username: account === "", password: password === "", code: codeNeeded && code === "" });
    if (account === "" || password === "" || (codeNeeded && code === "")) return;
    void attempt({ username: account, password, ...(code !== "" && { code }) });
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
        defaultValue={username}
        autoFocus={username === ""}
        problem={missing.username ? text("required") : null}
      />
      <PasswordField label={text("password")} autoFocus={username !== ""} problem={missing.password ? text("required") : null} />
      {codeNeeded ? (
        <CredentialField
          name="code"
          label={text("code")}
          autoComplete="one-time-code"
          autoFocus
          problem={missing.code ? text("required") : null}
        />
      ) : null}
      <Button type="submit" variant="contained" size="large" aria-busy={isBusy}>
        {text(isBusy ? "submitting" : "submit")}
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
function useLoginAttempt(login: LoginFormProps["login"]) {
  const [codeNeeded, setCodeNeeded] = useState(false);
  const attempt = useAttempt(async (credentials: LoginRequest) => {
    try {
      await login(credentials);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === ERRORS.codeRequired)) throw error;
      setCodeNeeded(true);
    }
  });
  return { ...attempt, codeNeeded };
}
