import DarkModeIcon from "@mui/icons-material/DarkModeOutlined";
import LightModeIcon from "@mui/icons-material/LightModeOutlined";
import { IconButton, Tooltip, useTheme as useMuiTheme } from "@mui/material";
import { useTheme } from "react-admin";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

/** Switches between light and dark. The system's setting applies until it is used. */
export function ThemeSwitch() {
  const text = useText(messages);
  const { mode } = useMuiTheme().palette;
  const [, setTheme] = useTheme();
  const other = mode === "dark" ? "light" : "dark";
  const label = text(`theme.${other}`);
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} color="inherit" onClick={() => setTheme(other)}>
        {other === "dark" ? <DarkModeIcon fontSize="small" /> : <LightModeIcon fontSize="small" />}
      </IconButton>
    </Tooltip>
  );
}
