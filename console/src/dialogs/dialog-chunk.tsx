import { Button, Dialog, DialogActions } from "@mui/material";
import { type ReactNode, Suspense } from "react";
import { useText } from "../i18n/use-text.js";
import { ScreenErrorBoundary } from "../routing/screen-error-boundary.js";
import { messages } from "./messages.js";

interface DialogChunkProps {
  onClose: () => void;
  /** Words of the button that closes the notice of a failure. With them nothing else closes it. */
  closeLabel?: string;
  children: ReactNode;
}

/** An open dialog that is loaded on demand. If it cannot be loaded or throws, a dialog says so, and the screen behind it stays. */
export function DialogChunk({ onClose, closeLabel, children }: DialogChunkProps) {
  const text = useText(messages);
  const inDialog = (notice: ReactNode, title: string) => (
    <Dialog
      open
      onClose={closeLabel === undefined ? onClose : () => undefined}
      role="alertdialog"
      slotProps={{ paper: { "aria-label": title } }}
      maxWidth="sm"
    >
      {notice}
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {closeLabel ?? text("close")}
        </Button>
      </DialogActions>
    </Dialog>
  );
  return (
    <ScreenErrorBoundary frame={inDialog}>
      <Suspense fallback={null}>{children}</Suspense>
    </ScreenErrorBoundary>
  );
}
