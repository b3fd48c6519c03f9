import type { TrashItem } from "@agatha/contracts/wire";
import PurgeIcon from "@mui/icons-material/DeleteForeverOutlined";
import { Button } from "@mui/material";
import { useState } from "react";
import { useText } from "../../i18n/use-text.js";
import { EmptyTrashDialog } from "./empty-trash-dialog.js";
import { messages } from "./messages.js";

/** Button that deletes for good what the user may of these items. Without such items there is none. */
export function EmptyTrashButton({ items }: { items: readonly TrashItem[] }) {
  const text = useText(messages);
  // The dialog keeps naming what it was opened with, while the list is loaded again.
  const [asked, setAsked] = useState<readonly TrashItem[] | null>(null);
  const deletable = items.filter(({ role }) => role === "owner" || role === "manager");
  return (
    <>
      {deletable.length > 0 ? (
        <Button variant="outlined" color="error" startIcon={<PurgeIcon />} onClick={() => setAsked(deletable)}>
          {text("purge.all")}
        </Button>
      ) : null}
      {asked ? <EmptyTrashDialog items={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}
