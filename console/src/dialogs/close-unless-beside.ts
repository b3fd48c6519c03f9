import type { DialogProps } from "@mui/material";

/** Returns a handler that closes a dialog by Escape, but not by a click beside it, which would throw away what was typed. */
export function closeUnlessBeside(onClose: () => void): NonNullable<DialogProps["onClose"]> {
  return (_event, reason) => {
    if (reason !== "backdropClick") onClose();
  };
}
