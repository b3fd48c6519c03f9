import type { LoginRequest } from "@agatha/contracts/client";
import { Link } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useLogin } from "react-admin";
import { Navigate, Link as RouterLink, useLocation } from "react-router-dom";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useServices } from "../api/services.js";
import { useText } from "../i18n/use-text.js";
import type { LoginState } from "../routing/session.js";
import { LoginForm } from "./login-form.js";
import { messages } from "./messages.js";
import { PublicPage } from "./public-page.js";
import { errorCodeOf, pageBeforeSignOn, SIGNED_ON, SignOnButton } from "./sign-on.js";

/** Login page. Continues to the address that the user wanted. */
export default function LoginScreen() {
  const text = useText(messages);
  const login = useLogin();
  const queryClient = useQueryClient();
  const { sessionMarker } = useServices();
  const { state, search } = useLocation();
  const outcome = new URLSearchParams(search).get("sign_on");
  if (outcome === SIGNED_ON) sessionMarker.set();
  const from = (state as LoginState | null)?.from ?? (outcome === null ? undefined : pageBeforeSignOn()) ?? "/home";
  if (sessionMarker.isPresent()) return <Navigate to={from} replace />;
  const logInAnew = (credentials: LoginRequest): Promise<unknown> => {
    queryClient.removeQueries({ queryKey: QUERY_KEYS.user });
    return login(credentials, from);
  };
  return (
    <PublicPage title={text("title")} purpose={text("purpose")}>
      <LoginForm login={logInAnew} reason={errorCodeOf(outcome) ?? sessionMarker.endReason()} />
      <SignOnButton from={from} />
      <Link component={RouterLink} to="/account/forgot" sx={{ display: "inline-block", mt: 2 }}>
        {text("forgot")}
      </Link>
    </PublicPage>
  );
}
