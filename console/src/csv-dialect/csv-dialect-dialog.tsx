import type { TextEncoding } from "@agatha/contracts";
import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, MenuItem, TextField } from "@mui/material";
import { type FormEvent, useState } from "react";
import { useText } from "../i18n/use-text.js";
import { ENCODINGS } from "./encodings.js";
import { messages } from "./messages.js";

/** Options for reading a text file whose format was not recognized. */
export interface CsvDialect {
  encoding?: TextEncoding;
  delimiter?: string;
  decimal?: "." | ",";
}

const DELIMITERS = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "pipe", " ": "space" } as const;

interface CsvDialectDialogProps {
  open: boolean;
  /** Name of the file or dataset. */
  name: string;
  onSubmit: (reading: CsvDialect) => void;
  onClose: () => void;
}

/** Dialog that asks how to read a text file again. */
export function CsvDialectDialog({ open, name, onSubmit: onRead, onClose }: CsvDialectDialogProps) {
  const text = useText(messages);
  return (
    <Dialog open={open} onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="reading-title">
      <DialogTitle id="reading-title">{text("title", { name })}</DialogTitle>
      <CsvDialectForm onSubmit={onRead} onClose={onClose} />
    </Dialog>
  );
}

function CsvDialectForm({ onSubmit: onRead, onClose }: Pick<CsvDialectDialogProps, "onSubmit" | "onClose">) {
  const text = useText(messages);
  const [problem, setProblem] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reading = dialectOf(new FormData(event.currentTarget));
    if (Object.keys(reading).length === 0) return setProblem(true);
    onRead(reading);
    onClose();
  };
  const detected = { value: "", label: text("detected") };
  return (
    <form onSubmit={submit}>
      <DialogContent sx={{ display: "grid", gap: 2, pt: 0 }}>
        <DialogContentText>{text("hint")}</DialogContentText>
        <SelectField
          name="encoding"
          label={text("encoding")}
          options={[detected, ...Object.entries(ENCODINGS).map(([value, label]) => ({ value, label }))]}
        />
        <SelectField
          name="delimiter"
          label={text("delimiter")}
          options={[detected, ...Object.entries(DELIMITERS).map(([value, key]) => ({ value, label: text(`delimiters.${key}`) }))]}
        />
        <SelectField
          name="decimal"
          label={text("decimal")}
          options={[detected, { value: ".", label: text("decimals.point") }, { value: ",", label: text("decimals.comma") }]}
          problem={problem ? text("choose") : null}
        />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose}>{text("cancel")}</Button>
        <Button type="submit" variant="contained">
          {text("read")}
        </Button>
      </DialogActions>
    </form>
  );
}

interface SelectFieldProps {
  name: string;
  label: string;
  options: { value: string; label: string }[];
  problem?: string | null;
}

function SelectField({ name, label, options, problem = null }: SelectFieldProps) {
  return (
    <TextField
      select
      fullWidth
      id={`reading-${name}`}
      name={name}
      label={label}
      defaultValue=""
      error={problem !== null}
      helperText={problem}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Only the chosen options. */
function dialectOf(form: FormData): CsvDialect {
  const given = [...form.entries()].filter(([, value]) => value !== "");
  return Object.fromEntries(given) as CsvDialect;
}
