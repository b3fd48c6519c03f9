import TranslateIcon from "@mui/icons-material/Translate";
import { IconButton, Menu, MenuItem, Tooltip } from "@mui/material";
import { useState } from "react";
import { useLocaleState } from "react-admin";
import { LANGUAGE_CODES, LANGUAGES } from "../i18n/languages.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

export function LanguageMenu() {
  const text = useText(messages);
  const [locale, setLocale] = useLocaleState();
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
            selected={code === locale}
            onClick={() => {
              setLocale(code);
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
