import { TextField } from "@mui/material";
import type { SxProps, Theme } from "@mui/material/styles";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import type { FieldProblem } from "./draft.js";

interface NumberFieldProps {
  label: string;
  /** Where the label alone could be another field's, too. */
  name?: string;
  value: string;
  problem: FieldProblem | undefined;
  placeholder?: string;
  autoFocus?: boolean;
  onChange(value: string): void;
  sx?: SxProps<Theme>;
}

/** A number as it is typed, and what is wrong with it. */
export function NumberField({ label, name, value, problem, placeholder, autoFocus, onChange, sx }: NumberFieldProps) {
  const text = useText(messages);
  return (
    <TextField
      label={label}
      value={value}
      placeholder={placeholder}
      autoFocus={autoFocus}
      error={problem !== undefined}
      helperText={problem ? text(`optimization.problem.${problem}`) : undefined}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{
        htmlInput: { inputMode: "decimal", autoComplete: "off", style: { textAlign: "right" }, ...(name ? { "aria-label": name } : {}) },
        inputLabel: { shrink: true },
      }}
      sx={sx}
    />
  );
}
