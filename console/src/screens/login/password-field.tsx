import HideIcon from "@mui/icons-material/VisibilityOffOutlined";
import ShowIcon from "@mui/icons-material/VisibilityOutlined";
import { IconButton, InputAdornment } from "@mui/material";
import { useState } from "react";
import { useText } from "../../i18n/use-text.js";
import { CredentialField } from "./credential-field.js";
import { messages } from "./messages.js";

interface PasswordFieldProps {
  label: string;
  problem: string | null;
  name?: string;
  autoFocus?: boolean;
  autoComplete?: "current-password" | "new-password";
  size?: "small" | "medium";
}

export function PasswordField({
  label,
  problem,
  name = "password",
  autoFocus = false,
  autoComplete = "current-password",
  size = "medium",
}: PasswordFieldProps) {
  const text = useText(messages);
  const [shown, setShown] = useState(false);
  const toggle = (
    <InputAdornment position="end">
      <IconButton aria-label={text(shown ? "hide" : "show")} aria-pressed={shown} edge="end" size="small" onClick={() => setShown(!shown)}>
        {shown ? <HideIcon /> : <ShowIcon />}
      </IconButton>
    </InputAdornment>
  );
  return (
    <CredentialField
      name={name}
      label={label}
      type={shown ? "text" : "password"}
      autoComplete={autoComplete}
      autoFocus={autoFocus}
      problem={problem}
      size={size}
      endAdornment={toggle}
    />
  );
}
