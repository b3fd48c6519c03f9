import { TextField } from "@mui/material";

type Option = readonly [value: string, shown: string];

interface SelectFieldProps {
  label: string;
  /** Accessible name, which distinguishes fields with the same label. */
  name: string;
  value: string;
  options: readonly Option[];
  problem?: string | undefined;
  /** Further options below a heading. */
  groups?: readonly { title: string; options: readonly Option[] }[];
  onChange(value: string): void;
}

export function SelectField({ label, name, value, options, groups = [], problem, onChange }: SelectFieldProps) {
  return (
    <TextField
      select
      label={label}
      value={value}
      error={problem !== undefined}
      helperText={problem}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { native: true }, htmlInput: { "aria-label": name }, inputLabel: { shrink: true } }}
      sx={{ minWidth: 72, maxWidth: 280 }}
    >
      {options.map(toOption)}
      {groups
        .filter((group) => group.options.length > 0)
        .map((group) => (
          <optgroup key={group.title} label={group.title}>
            {group.options.map(toOption)}
          </optgroup>
        ))}
    </TextField>
  );
}

const toOption = ([value, shown]: Option) => (
  <option key={value} value={value}>
    {shown}
  </option>
);
