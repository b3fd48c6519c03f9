import { ERRORS } from "@agatha/contracts";
import type { LoginRequest } from "@agatha/contracts/client";
import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from "@mui/material";
import { useId } from "react";
import { useServices } from "../../api/services.js";
import { logIn } from "../../api/session.js";
import { useText } from "../../i18n/use-text.js";
import type { LoginDialogProps } from "../../routing/session.js";
import { LoginForm } from "./login-form.js";
import { messages } from "./messages.js";
import { SignOnButton } from "./sign-on.js";

/** Asks for a new session above the screen that has lost its own. */
export default function LoginDialog({ username, reason, onLogin, onLeave }: LoginDialogProps) {
  const text = useText(messages);
  const services = useServices();
  const title = useId();
  const isOther = reason === ERRORS.sessionOfAnother;
  const login = async (credentials: LoginRequest): Promise<void> => {
    await logIn(services, credentials);
    onLogin();
  };
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={title}>
      <DialogTitle id={title}>{text("again")}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>{text("kept")}</DialogContentText>
        <LoginForm login={login} reason={reason} username={username} />
        <SignOnButton inNewTab />
      </DialogContent>
      <DialogActions>
        {isOther ? <Button onClick={() => window.location.assign("./home")}>{text("asOther")}</Button> : null}
        {isOther ? null : <Button onClick={onLeave}>{text("leave")}</Button>}
      </DialogActions>
    </Dialog>
  );
}
