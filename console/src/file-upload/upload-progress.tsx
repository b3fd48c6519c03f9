import CloseIcon from "@mui/icons-material/Close";
import { Box, IconButton, LinearProgress, Tooltip, Typography } from "@mui/material";

interface UploadProgressProps {
  name: string;
  /** Of its bytes, from 0 to 1; what comes then is done by the server. */
  share: number;
  note: string;
  cancelLabel: string;
  onCancel(): void;
}

/** A file on its way. */
export function UploadProgress({ name, share, note, cancelLabel, onCancel }: UploadProgressProps) {
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
          {note}
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
