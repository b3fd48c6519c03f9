import TrashIcon from "@mui/icons-material/DeleteOutlined";
import { Box, Button, Typography } from "@mui/material";
import { useRef } from "react";
import { Link } from "react-router-dom";
import { useText } from "../../i18n/use-text.js";
import { TRASH_PATH } from "../../routing/paths.js";
import { DatasetList } from "./dataset-list.js";
import { DropZone } from "./drop-zone.js";
import { messages } from "./messages.js";
import { UploadList } from "./upload-list.js";

/** Lists all datasets and takes uploads. */
export default function DatasetListScreen() {
  const text = useText(messages);
  const title = useRef<HTMLElement>(null);
  return (
    <Box sx={{ display: "grid", gap: 2, px: { xs: 2, md: 3 }, pb: 3, "& > *": { minWidth: 0 } }}>
      <Box sx={{ display: "flex", alignItems: "center", justifyContent: "space-between", gap: 1 }}>
        <Typography variant="h1" ref={title} tabIndex={-1} sx={{ outline: "none" }}>
          {text("heading")}
        </Typography>
        <Button size="small" color="secondary" startIcon={<TrashIcon />} component={Link} to={TRASH_PATH}>
          {text("trash")}
        </Button>
      </Box>
      <DropZone />
      <UploadList />
      <DatasetList title={title} />
    </Box>
  );
}
