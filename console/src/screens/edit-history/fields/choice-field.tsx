import { MenuItem, TextField } from "@mui/material";

interface ChoiceFieldProps<T extends string> {
  label: string;
  value: T;
  choices: readonly T[];
  textOf(choice: T): string;
  onChange(choice: T): void;
  width?: number;
}

/** Select field for a few choices. */
export function ChoiceField<T extends string>({ label, value, choices, textOf, onChange, width = 180 }: ChoiceFieldProps<T>) {
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={(event) => {
        const chosen = choices.find((choice) => choice === event.target.value);
        if (chosen !== undefined) onChange(chosen);
      }}
      sx={{ flex: `0 1 ${width}px`, minWidth: Math.min(width, 140) }}
    >
      {choices.map((choice) => (
        <MenuItem key={choice} value={choice}>
          {textOf(choice)}
        </MenuItem>
      ))}
    </TextField>
  );
}
