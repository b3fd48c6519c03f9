import { MAX_SKIPPED_ROWS } from "@agatha/contracts/kinds/limits";
import { TextField } from "@mui/material";
import { useState } from "react";

interface FirstLineFieldProps {
  label: string;
  /** Number of lines or rows that are left out above. */
  skipped: number;
  problem: string | null;
  onChange(skipped: number): void;
}

/** Field for the line or row, from 1, in which the names of the columns are, or the first values. */
export function FirstLineField({ label, skipped, problem, onChange }: FirstLineFieldProps) {
  /** What is typed, until the field is left: an empty field is not a line yet. */
  const [typed, setTyped] = useState<string>();
  const change = (value: string) => {
    setTyped(value);
    const line = Number(value);
    if (Number.isInteger(line) && line >= 1 && line <= MAX_SKIPPED_ROWS + 1) onChange(line - 1);
  };
  return (
    <TextField
      type="number"
      fullWidth
      id="reading-skip-rows"
      name="skip_rows"
      label={label}
      value={typed ?? skipped + 1}
      onChange={(event) => change(event.target.value)}
      onBlur={() => setTyped(undefined)}
      error={problem !== null}
      helperText={problem}
      slotProps={{ htmlInput: { min: 1, max: MAX_SKIPPED_ROWS + 1, step: 1 }, inputLabel: { shrink: true } }}
    />
  );
}
