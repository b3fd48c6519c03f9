import TemplatesIcon from "@mui/icons-material/BookmarksOutlined";
import { Button } from "@mui/material";
import { useState } from "react";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../messages.js";
import { TemplatesDialog } from "./templates-dialog.js";
import type { TemplatesProps } from "./templates-props.js";

/** Opens the templates, which are steps saved for other datasets. */
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
