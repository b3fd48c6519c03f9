import type { ReadingFields } from "@agatha/contracts/wire";
import { Button, type ButtonProps } from "@mui/material";
import { useState } from "react";
import { useText } from "../i18n/use-text.js";
import { CsvDialectDialog } from "./csv-dialect-dialog.js";
import { messages } from "./messages.js";
import type { ReadSource } from "./read-source.js";

interface ReparseButtonProps extends Pick<ButtonProps, "startIcon" | "variant" | "color" | "size" | "sx"> {
  source: ReadSource;
  onSubmit(options: ReadingFields): void;
}

/** Button that asks how to read a file and passes on the answer. */
export function ReparseButton({ source, onSubmit, ...button }: ReparseButtonProps) {
  const text = useText(messages);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {text("reread")}
      </Button>
      <CsvDialectDialog open={open} source={source} onSubmit={onSubmit} onClose={() => setOpen(false)} />
    </>
  );
}
