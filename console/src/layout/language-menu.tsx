import TranslateIcon from "@mui/icons-material/Translate";
import { IconButton, Menu, MenuItem, Tooltip } from "@mui/material";
import { useState } from "react";
import { LANGUAGE_CODES, LANGUAGES } from "../i18n/languages.js";
import { useTranslator } from "../i18n/translator-context.js";
import { useText } from "../i18n/use-text.js";
import { preferences } from "./preferences.js";

export function LanguageMenu() {
  const text = useText(preferences);
  const translator = useTranslator();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Tooltip title={text("language")}>
        <IconButton aria-label={text("language")} aria-haspopup="menu" color="inherit" onClick={(event) => setAnchor(event.currentTarget)}>
          <TranslateIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {LANGUAGE_CODES.map((code) => (
          <MenuItem
            key={code}
            lang={LANGUAGES[code].tag}
            selected={code === translator.language()}
            onClick={() => {
              translator.changeLanguage(code);
              setAnchor(null);
            }}
          >
            {LANGUAGES[code].name}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
