import HelpIcon from "@mui/icons-material/HelpOutline";
import { IconButton, Tooltip } from "@mui/material";
import { useCallback, useState } from "react";
import { DialogChunk } from "../dialogs/dialog-chunk.js";
import { useText } from "../i18n/use-text.js";
import { lazyChunk } from "../routing/load-chunk.js";
import { messages } from "./messages.js";
import { useShortcut } from "./use-shortcut.js";

const HelpMenu = lazyChunk(() => import("../help/help-menu.js"));

/** Opens the help menu, which is loaded when it is first opened. Ctrl+/ or Cmd+/ shows the keyboard shortcuts. */
export function HelpButton() {
  const text = useText(messages);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [shortcuts, setShortcuts] = useState(false);
  const [wanted, setWanted] = useState(false);
  const showShortcuts = useCallback((open: boolean) => {
    setWanted(true);
    setShortcuts(open);
  }, []);
  useShortcut(
    "/",
    useCallback(() => showShortcuts(true), [showShortcuts]),
  );
  return (
    <>
      <Tooltip title={text("help")}>
        <IconButton
          aria-label={text("help")}
          aria-haspopup="menu"
          color="inherit"
          onClick={(event) => {
            setWanted(true);
            setAnchor(event.currentTarget);
          }}
        >
          <HelpIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {wanted ? (
        <DialogChunk onClose={() => setWanted(false)}>
          <HelpMenu anchor={anchor} shortcuts={shortcuts} onClose={() => setAnchor(null)} onShortcuts={showShortcuts} />
        </DialogChunk>
      ) : null}
    </>
  );
}
