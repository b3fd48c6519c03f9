import type { TextEncoding } from "@agatha/contracts";
import { MenuItem, TextField } from "@mui/material";
import { useText } from "../i18n/use-text.js";
import { ENCODINGS } from "./encodings.js";
import { messages } from "./messages.js";

/** Field for the encoding of a text file. */
export function EncodingField({ value, onChange }: { value: TextEncoding; onChange(encoding: TextEncoding): void }) {
  const text = useText(messages);
  return (
    <TextField
      select
      label={text("encoding")}
      value={value}
      onChange={(event) => onChange(event.target.value as TextEncoding)}
      sx={{ minWidth: 200 }}
    >
      {Object.entries(ENCODINGS).map(([encoding, label]) => (
        <MenuItem key={encoding} value={encoding}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
}
