import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Table, TableBody, TableCell, TableRow } from "@mui/material";
import { useJoinedList } from "../i18n/use-joined-list.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

/** The key of shortcuts: ⌘ on a Mac. */
const MODIFIER = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";

export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const text = useText(messages);
  const joined = useJoinedList();
  const rows = [
    [`${MODIFIER} + K`, text("keys.search")],
    [`${MODIFIER} + /`, text("keys.shortcuts")],
    [`${MODIFIER} + Z`, text("keys.undo")],
    [text("key.tab"), text("keys.next")],
    [joined([text("key.enter"), text("key.space")]), text("keys.choose")],
    [text("key.arrows"), text("keys.arrows")],
    [text("key.escape"), text("keys.escape")],
  ];
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby="shortcuts-title" maxWidth="sm" fullWidth>
      <DialogTitle id="shortcuts-title">{text("shortcuts")}</DialogTitle>
      <DialogContent>
        <Table size="small">
          <TableBody>
            {rows.map(([keys, meaning]) => (
              <TableRow key={keys}>
                <TableCell component="th" scope="row" sx={{ whiteSpace: "nowrap", fontWeight: 600 }}>
                  {keys}
                </TableCell>
                <TableCell>{meaning}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {text("close")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
