import CopyIcon from "@mui/icons-material/ContentCopyOutlined";
import HideIcon from "@mui/icons-material/VisibilityOffOutlined";
import ShowIcon from "@mui/icons-material/VisibilityOutlined";
import { Box, IconButton, Tooltip, Typography } from "@mui/material";
import { type ReactNode, useState } from "react";
import { useNotify } from "react-admin";
import { useText } from "../../i18n/use-text.js";
import { useCopy } from "../../notifications/use-copy.js";
import { messages } from "../messages.js";

interface CopyableProps {
  label: string;
  value: string;
}

/** A value with a copy button. */
export function CopyableValue({ label, value }: CopyableProps) {
  return (
    <ValueLine label={label} shown={value}>
      <CopyButton label={label} value={value} />
    </ValueLine>
  );
}

/** The same for a secret, which is hidden at first. */
export function SecretValue({ label, value }: CopyableProps) {
  const text = useText(messages);
  const [visible, setVisible] = useState(false);
  const hint = text(visible ? "api.hideToken" : "api.showToken");
  return (
    <ValueLine label={label} shown={visible ? value : "•".repeat(24)}>
      <Tooltip title={hint}>
        <IconButton size="small" aria-label={hint} onClick={() => setVisible(!visible)}>
          {visible ? <HideIcon fontSize="small" /> : <ShowIcon fontSize="small" />}
        </IconButton>
      </Tooltip>
      <CopyButton label={label} value={value} />
    </ValueLine>
  );
}

function ValueLine({ label, shown, children }: { label: string; shown: string; children: ReactNode }) {
  return (
    <Box>
      <Typography variant="caption" color="text.secondary">
        {label}
      </Typography>
      <Box sx={{ display: "flex", alignItems: "center", gap: 0.5 }}>
        <Box component="code" sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
          {shown}
        </Box>
        {children}
      </Box>
    </Box>
  );
}

export function CopyButton({ label, value }: CopyableProps) {
  const text = useText(messages);
  const notify = useNotify();
  const copy = useCopy();
  return (
    <Tooltip title={text("api.copy")}>
      <IconButton
        size="small"
        aria-label={`${text("api.copy")}: ${label}`}
        onClick={() => copy(value, () => notify(text("api.copied"), { type: "info" }))}
      >
        <CopyIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
