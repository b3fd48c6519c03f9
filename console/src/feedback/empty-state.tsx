import { Box, Typography } from "@mui/material";
import type { ReactNode } from "react";

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** Suggested first action. Left out where the screen already says why there is none. */
  hint?: string | undefined;
  /** Button that performs the action. */
  action?: ReactNode;
}

/** Placeholder of an empty list or chart. */
export function EmptyState({ icon, title, hint, action }: EmptyStateProps) {
  return (
    <Box sx={{ display: "grid", justifyItems: "center", gap: 1, textAlign: "center", px: 2, py: 6, color: "text.secondary" }}>
      {icon}
      <Typography variant="h3" component="p" color="text.primary">
        {title}
      </Typography>
      {hint === undefined ? null : <Typography sx={{ maxWidth: "56ch" }}>{hint}</Typography>}
      {action ? <Box sx={{ mt: 1 }}>{action}</Box> : null}
    </Box>
  );
}
