import { Box, Collapse, Link, Typography } from "@mui/material";
import { useId, useState } from "react";
import { useText } from "../../i18n/use-text.js";
import { messages } from "./messages.js";

const HELP_TEXTS = ["helpHeader", "helpCsv", "helpExcel", "helpRows"] as const;

/** Help on supported file formats. */
export function FormatHelp() {
  const text = useText(messages);
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <Box sx={{ mt: 0.5 }}>
      <Link component="button" type="button" variant="body2" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {text("drop.help")}
      </Link>
      <Collapse in={open} id={id}>
        <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5, maxWidth: "80ch" }}>
          {HELP_TEXTS.map((line) => (
            <Typography key={line} component="li" variant="body2">
              {text(`drop.${line}`)}
            </Typography>
          ))}
        </Box>
      </Collapse>
    </Box>
  );
}
