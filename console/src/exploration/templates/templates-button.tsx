import type { DatasetAnswer, ExtractionAnswer } from "@agatha/contracts/wire";
import TemplatesIcon from "@mui/icons-material/BookmarksOutlined";
import { Button } from "@mui/material";
import { useState } from "react";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import type { StepColumn } from "../steps/columns.js";
import { TemplatesDialog } from "./templates-dialog.js";

export interface TemplatesProps {
  dataset: DatasetAnswer;
  entries: readonly ExtractionAnswer[];
  /** Columns of the file. */
  table: readonly StepColumn[];
  /** The history then. */
  onApplied(entries: ExtractionAnswer[]): void;
}

/** Opens the templates: steps that are kept for other datasets. */
export function TemplatesButton(props: TemplatesProps) {
  const text = useText(messages);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button startIcon={<TemplatesIcon />} onClick={() => setOpen(true)}>
        {text("templates.title")}
      </Button>
      {open ? <TemplatesDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
