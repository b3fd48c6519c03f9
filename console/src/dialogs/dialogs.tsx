import { Alert, AlertTitle, Button, Dialog, DialogActions, DialogContent, Typography } from "@mui/material";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

/** An error is only told; what is to be confirmed, or warned of, is done when one says so. */
type DialogOptions = { title: string; text: string; details?: readonly string[] } & (
  | { status: "error" }
  | { status: "confirm" | "warning"; action: string; onAction: () => void }
);

const SEVERITY = { error: "error", confirm: "info", warning: "warning" } as const;

const DialogsContext = createContext<((wanted: DialogOptions) => void) | null>(null);

/** Opens a dialog, which stays until it is answered. */
export function useDialog(): (wanted: DialogOptions) => void {
  const open = useContext(DialogsContext);
  if (open === null) throw new Error("useDialog is used outside of DialogsProvider");
  return open;
}

/** Has the place where dialogs are shown, one at a time. */
export function DialogsProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  // It is still read while it fades.
  const [wanted, setWanted] = useState<DialogOptions | null>(null);
  const show = useCallback((next: DialogOptions) => {
    setWanted(next);
    setOpen(true);
  }, []);
  const close = () => setOpen(false);
  return (
    <DialogsContext.Provider value={show}>
      {children}
      <Dialog
        open={open}
        onClose={close}
        role="alertdialog"
        maxWidth="sm"
        fullWidth
        aria-labelledby="dialog-title"
        aria-describedby="dialog-text"
      >
        {wanted ? <DialogBody wanted={wanted} onClose={close} /> : null}
      </Dialog>
    </DialogsContext.Provider>
  );
}

function DialogBody({ wanted, onClose }: { wanted: DialogOptions; onClose: () => void }) {
  const text = useText(messages);
  return (
    <>
      <DialogContent sx={{ pb: 1 }}>
        <Alert severity={SEVERITY[wanted.status]} variant="standard" role="presentation" sx={{ bgcolor: "transparent", border: 0, p: 0 }}>
          <AlertTitle id="dialog-title" component="h2" sx={{ fontWeight: 600 }}>
            {wanted.title}
          </AlertTitle>
          <Typography id="dialog-text">{wanted.text}</Typography>
          {wanted.details?.map((detail) => (
            <Typography key={detail} lang="en" variant="body2" sx={{ mt: 0.5 }}>
              {detail}
            </Typography>
          ))}
        </Alert>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {wanted.status === "error" ? (
          <Button autoFocus onClick={onClose}>
            {text("close")}
          </Button>
        ) : (
          <>
            <Button autoFocus onClick={onClose}>
              {text("cancel")}
            </Button>
            <Button
              variant="contained"
              onClick={() => {
                onClose();
                wanted.onAction();
              }}
            >
              {wanted.action}
            </Button>
          </>
        )}
      </DialogActions>
    </>
  );
}
