import { TextField, type TextFieldProps } from "@mui/material";

type CredentialFieldProps = Omit<TextFieldProps, "error" | "helperText"> & {
  /** Problem shown below the field. */
  problem: string | null;
};

export function CredentialField({ problem, ...props }: CredentialFieldProps) {
  return <TextField {...props} fullWidth size="medium" error={problem !== null} helperText={problem} />;
}
