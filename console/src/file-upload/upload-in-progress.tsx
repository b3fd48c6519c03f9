import CloseIcon from "@mui/icons-material/Close";
import { Box, IconButton, LinearProgress, Tooltip, Typography } from "@mui/material";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

interface UploadInProgressProps {
  file: File;
  /** Fraction of the bytes sent, 0 to 1. At 1 the server reads the file. */
  share: number;
  onCancel(): void;
}

/** Progress of a file that is being uploaded. */
export function UploadInProgress({ file: { name, size }, share, onCancel }: UploadInProgressProps) {
  const text = useText(messages);
  const format = useFormat();
  const sent = { share: format.percent(Math.floor(share * 100) / 100), size: format.bytes(size) };
  const cancelLabel = text("cancel", { name });
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Typography noWrap sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
        <LinearProgress
          aria-label={name}
          variant={share < 1 ? "determinate" : "indeterminate"}
          value={share * 100}
          sx={{ my: 0.5, height: 8, borderRadius: 1 }}
        />
        <Typography variant="body2" color="text.secondary">
          {share < 1 ? text("share", sent) : text("processing")}
        </Typography>
      </Box>
      <Tooltip title={cancelLabel}>
        <IconButton aria-label={cancelLabel} onClick={onCancel}>
          <CloseIcon />
        </IconButton>
      </Tooltip>
    </Box>
  );
}
