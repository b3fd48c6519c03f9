import { FormControl, FormHelperText, InputLabel, OutlinedInput, type OutlinedInputProps } from "@mui/material";
import { useId } from "react";

interface CredentialFieldProps extends Pick<OutlinedInputProps, "type" | "autoComplete" | "autoFocus" | "defaultValue" | "endAdornment"> {
  name: string;
  label: string;
  /** Problem shown below the field. */
  problem: string | null;
  /** Small beside the other fields of a form. */
  size?: "small" | "medium";
}

/** A text field without the select that MUI's TextField brings along. */
export function CredentialField({ label, problem, size = "medium", ...input }: CredentialFieldProps) {
  const id = useId();
  const problemId = useId();
  return (
    <FormControl fullWidth size={size} variant="outlined" error={problem !== null}>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <OutlinedInput {...input} id={id} label={label} aria-describedby={problem === null ? undefined : problemId} />
      {problem === null ? null : <FormHelperText id={problemId}>{problem}</FormHelperText>}
    </FormControl>
  );
}
