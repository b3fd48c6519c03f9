import HideIcon from "@mui/icons-material/VisibilityOffOutlined";
import ShowIcon from "@mui/icons-material/VisibilityOutlined";
import { IconButton, InputAdornment } from "@mui/material";
import { useState } from "react";
import { useText } from "../i18n/use-text.js";
import { CredentialField } from "./credential-field.js";
import { messages } from "./messages.js";

export function PasswordField({ label, problem }: { label: string; problem: string | null }) {
  const text = useText(messages);
  const [shown, setShown] = useState(false);
  const toggle = (
    <InputAdornment position="end">
      <IconButton aria-label={text(shown ? "hide" : "show")} aria-pressed={shown} edge="end" onClick={() => setShown(!shown)}>
        {shown ? <HideIcon /> : <ShowIcon />}
      </IconButton>
    </InputAdornment>
  );
  return (
    <CredentialField
      name="password"
      label={label}
      type={shown ? "text" : "password"}
      autoComplete="current-password"
      problem={problem}
      slotProps={{ input: { endAdornment: toggle } }}
    />
  );
}
