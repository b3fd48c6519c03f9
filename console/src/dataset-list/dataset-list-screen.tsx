import { Box, Typography } from "@mui/material";
import { useText } from "../i18n/use-text.js";
import { DatasetList } from "./dataset-list.js";
import { DropZone } from "./drop-zone.js";
import { messages } from "./messages.js";
import { UploadList } from "./upload-list.js";

/** Lists all datasets and takes uploads. */
export default function DatasetListScreen() {
  const text = useText(messages);
  return (
    <Box sx={{ display: "grid", gap: 2, px: { xs: 2, md: 3 }, pb: 3, "& > *": { minWidth: 0 } }}>
      <Typography variant="h1">{text("heading")}</Typography>
      <DropZone />
      <UploadList />
      <DatasetList />
    </Box>
  );
}
