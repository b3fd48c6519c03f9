import type { DatasetAnswer } from "@agatha/contracts/wire";
import ShareIcon from "@mui/icons-material/PersonAddAltOutlined";
import { Button, Typography } from "@mui/material";
import { useState } from "react";
import { DialogChunk } from "../dialogs/dialog-chunk.js";
import { useText } from "../i18n/use-text.js";
import { lazyChunk } from "../routing/load-chunk.js";
import { isSharedWithMe } from "./is-shared-with-me.js";
import { messages } from "./messages.js";
import { SharingChip } from "./sharing-chip.js";

const ShareDialog = lazyChunk(() => import("./share-dialog.js"));

/** For the owner and managers: the button that shares the dataset. For others: their role and what it means. */
export function DatasetSharing({ dataset }: { dataset: DatasetAnswer }) {
  const text = useText(messages);
  const [open, setOpen] = useState(false);
  if (isSharedWithMe(dataset)) {
    const { role, owner_name: owner } = dataset;
    return (
      <>
        <SharingChip dataset={dataset} />
        <Typography variant="body2" color="text.secondary">
          {text(role === "viewer" ? "asViewer" : "asEditor", { owner })}
        </Typography>
      </>
    );
  }
  return (
    <>
      <Button size="small" startIcon={<ShareIcon />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {text("share")}
      </Button>
      <SharingChip dataset={dataset} />
      {open ? (
        <DialogChunk onClose={() => setOpen(false)}>
          <ShareDialog dataset={dataset} onClose={() => setOpen(false)} />
        </DialogChunk>
      ) : null}
    </>
  );
}
