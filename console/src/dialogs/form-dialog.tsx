import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from "@mui/material";
import { type ReactNode, useId } from "react";
import { useText } from "../i18n/use-text.js";
import { closeUnlessBeside } from "./close-unless-beside.js";
import { messages } from "./messages.js";

interface FormDialogProps {
  title: string;
  /** Words of the button that submits. */
  action: string;
  /** Whether what was submitted is under way. */
  pending: boolean;
  maxWidth?: "sm" | "md";
  onSubmit(): void;
  onClose(): void;
  /** Fields, with what is known of problems. */
  children: ReactNode;
}

/** An open dialog with a form, and buttons that submit it or close it. */
export function FormDialog({ title, action, pending, maxWidth = "sm", onSubmit, onClose, children }: FormDialogProps) {
  const text = useText(messages);
  const titleId = useId();
  return (
    <Dialog open onClose={closeUnlessBeside(onClose)} maxWidth={maxWidth} fullWidth aria-labelledby={titleId}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <DialogTitle id={titleId} component="h2" sx={{ overflowWrap: "anywhere" }}>
          {title}
        </DialogTitle>
        <DialogContent sx={{ display: "grid", gap: 2 }}>{children}</DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{text("cancel")}</Button>
          <Button type="submit" variant="contained" loading={pending}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
