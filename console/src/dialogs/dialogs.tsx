import { Alert, AlertTitle, Button, Dialog, DialogActions, DialogContent, Typography } from "@mui/material";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

/** An error only informs. A confirmation or a warning runs its action when the user confirms. */
type DialogOptions = { title: string; text: string; details?: readonly string[] } & (
  | { status: "error" }
  | { status: "confirm" | "warning"; action: string; onAction: () => void }
);

const SEVERITY = { error: "error", confirm: "info", warning: "warning" } as const;

const DialogsContext = createContext<((wanted: DialogOptions) => void) | null>(null);

/** Returns a function that opens a dialog, which stays open until the user answers. */
export function useDialog(): (wanted: DialogOptions) => void {
  const open = useContext(DialogsContext);
  if (open === null) throw new Error("useDialog is used outside of DialogsProvider");
  return open;
}

/** Shows dialogs, one at a time. */
export function DialogsProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  // The content stays while the dialog fades out.
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
      <DialogActions>
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
              color={wanted.status === "warning" ? "error" : "primary"}
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
