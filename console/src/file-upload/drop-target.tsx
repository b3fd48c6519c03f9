import { Paper } from "@mui/material";
import { type DragEvent, type ReactNode, useState } from "react";

/** Area that accepts dropped files. */
export function DropTarget({ onFiles, children }: { onFiles: (files: FileList) => void; children: ReactNode }) {
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === "dragover");
  };
  const drop = (event: DragEvent) => {
    drag(event);
    onFiles(event.dataTransfer.files);
  };
  return (
    <Paper
      onDragOver={drag}
      onDragLeave={drag}
      onDrop={drop}
      sx={{
        display: "flex",
        flexWrap: "wrap",
        alignItems: "center",
        gap: 2,
        p: 2,
        borderStyle: "dashed",
        borderWidth: 2,
        ...(over ? { borderColor: "primary.main", bgcolor: "action.hover" } : {}),
      }}
    >
      {children}
    </Paper>
  );
}
