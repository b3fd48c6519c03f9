import { Alert, Link } from "@mui/material";
import { useServices } from "../../api/services.js";
import { logIn } from "../../api/session.js";
import { useText } from "../../i18n/use-text.js";
import { Redirect, replaceAddress, useAddress } from "../../routing/address.js";
import { FORGOT_PATH } from "../../routing/paths.js";
import type { LoginState } from "../../routing/to-login.js";
import { LoginForm } from "./login-form.js";
import { messages } from "./messages.js";
import { PublicPage } from "./public-page.js";
import { errorCodeOf, pageBeforeSignOn, SIGNED_ON, SignOnButton } from "./sign-on.js";

/** Login page. Continues to the address that the user wanted. */
export default function LoginScreen() {
  const text = useText(messages);
  const services = useServices();
  const { sessionMarker } = services;
  const { search, state } = useAddress();
  const { from: wanted, hasNewPassword, username } = (state ?? {}) as LoginState;
  const outcome = new URLSearchParams(search).get("sign_on");
  if (outcome === SIGNED_ON) sessionMarker.set();
  const from = wanted ?? (outcome === null ? undefined : pageBeforeSignOn()) ?? "/home";
  if (sessionMarker.isPresent()) return <Redirect to={from} />;
  return (
    <PublicPage title={text("title")} purpose={text("purpose")}>
      {hasNewPassword ? (
        <Alert severity="success" role="status" sx={{ mb: 2 }}>
          {text("hasNewPassword")}
        </Alert>
      ) : null}
      <LoginForm
        login={async (credentials) => {
          await logIn(services, credentials);
          replaceAddress(from);
        }}
        username={username}
        reason={errorCodeOf(outcome) ?? sessionMarker.endReason()}
      />
      <SignOnButton from={from} />
      <Link href={`.${FORGOT_PATH}`} sx={{ display: "inline-block", mt: 2 }}>
        {text("forgot")}
      </Link>
    </PublicPage>
  );
}
