import DarkModeIcon from "@mui/icons-material/DarkModeOutlined";
import LightModeIcon from "@mui/icons-material/LightModeOutlined";
import { IconButton } from "@mui/material";
import { useText } from "../i18n/use-text.js";
import { useColorMode } from "../theme/color-mode.js";
import { preferences } from "./preferences.js";

/** Switches between light and dark. The system's setting applies until it is used. */
export function ThemeSwitch() {
  const text = useText(preferences);
  const [mode, setMode] = useColorMode();
  const other = mode === "dark" ? "light" : "dark";
  const label = text(`theme.${other}`);
  return (
    <IconButton aria-label={label} title={label} color="inherit" onClick={() => setMode(other)}>
      {other === "dark" ? <DarkModeIcon fontSize="small" /> : <LightModeIcon fontSize="small" />}
    </IconButton>
  );
}
