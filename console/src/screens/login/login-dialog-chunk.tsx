import { DialogChunk } from "../../dialogs/dialog-chunk.js";
import { useText } from "../../i18n/use-text.js";
import { lazyChunk } from "../../routing/load-chunk.js";
import type { LoginDialogProps } from "../../routing/session.js";
import { messages } from "./messages.js";

const LoginDialog = lazyChunk(() => import("./login-dialog.js"));

/** The login dialog, loaded when a session has ended. If it cannot be loaded, the screen with what has been typed stays. */
export function LoginDialogChunk(props: LoginDialogProps) {
  const text = useText(messages);
  return (
    <DialogChunk onClose={props.onLeave} closeLabel={text("leave")}>
      <LoginDialog {...props} />
    </DialogChunk>
  );
}
