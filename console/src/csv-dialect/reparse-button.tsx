import { Button, type ButtonProps } from "@mui/material";
import { useState } from "react";
import { useText } from "../i18n/use-text.js";
import { type CsvDialect, CsvDialectDialog } from "./csv-dialect-dialog.js";
import { messages } from "./messages.js";

interface ReparseButtonProps extends Pick<ButtonProps, "startIcon" | "variant" | "color" | "size" | "sx"> {
  /** Name of the file or dataset. */
  name: string;
  onSubmit(dialect: CsvDialect): void;
}

/** Button that asks how to read a CSV file and passes on the answer. */
export function ReparseButton({ name, onSubmit, ...button }: ReparseButtonProps) {
  const text = useText(messages);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {text("reread")}
      </Button>
      <CsvDialectDialog open={open} name={name} onSubmit={onSubmit} onClose={() => setOpen(false)} />
    </>
  );
}
