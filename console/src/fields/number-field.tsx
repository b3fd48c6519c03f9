import { InputAdornment, TextField } from "@mui/material";

interface NumberFieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
  unit?: string;
  /** What is wrong with it. */
  problem: string | undefined;
  hint?: string | undefined;
  width?: number;
}

/** A number as it is typed, with its unit. */
export function NumberField({ label, value, onChange, unit, problem, hint, width = 160 }: NumberFieldProps) {
  return (
    <TextField
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={problem !== undefined}
      helperText={problem ?? hint}
      slotProps={{
        htmlInput: { inputMode: "decimal", autoComplete: "off", style: { textAlign: "right" } },
        input: unit === undefined ? {} : { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> },
      }}
      sx={{ width, maxWidth: "100%" }}
    />
  );
}
