import { InputAdornment, TextField } from "@mui/material";
import type { SxProps, Theme } from "@mui/material/styles";

interface NumberFieldProps {
  label: string;
  /** Accessible name, if another field could have the same label. */
  name?: string;
  value: string;
  onChange(value: string): void;
  onFocus?: () => void;
  onBlur?: () => void;
  unit?: string;
  /** Problem of the value. */
  problem: string | undefined;
  hint?: string | undefined;
  placeholder?: string | undefined;
  /** Keeps the label above the empty field. */
  shrink?: boolean;
  autoFocus?: boolean;
  width?: number | string;
  sx?: SxProps<Theme>;
}

/** Returns what was typed without the unit, which stands behind the field: people type it too. */
function withoutUnit(typed: string, unit: string | undefined): string {
  const text = typed.trimEnd();
  return unit !== undefined && text.endsWith(unit) ? text.slice(0, -unit.length).trimEnd() : typed;
}

/** Number field with its unit. */
export function NumberField(props: NumberFieldProps) {
  const {
    label,
    name,
    value,
    onChange,
    onFocus,
    onBlur,
    unit,
    problem,
    hint,
    placeholder,
    shrink = false,
    autoFocus = false,
    width = 160,
    sx,
  } = props;
  return (
    <TextField
      label={label}
      value={value}
      placeholder={placeholder}
      autoFocus={autoFocus}
      onChange={(event) => onChange(withoutUnit(event.target.value, unit))}
      onFocus={onFocus}
      onBlur={onBlur}
      error={problem !== undefined}
      helperText={problem ?? hint}
      slotProps={{
        htmlInput: { inputMode: "decimal", autoComplete: "off", style: { textAlign: "right" }, ...(name ? { "aria-label": name } : {}) },
        input: unit === undefined ? {} : { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> },
        inputLabel: shrink ? { shrink } : {},
      }}
      sx={[{ width, maxWidth: "100%" }, ...(Array.isArray(sx) ? sx : [sx])]}
    />
  );
}
