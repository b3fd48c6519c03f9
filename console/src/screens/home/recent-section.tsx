import { Box, Paper, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";

/** Titled box with a few lines. */
export function RecentSection({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <Paper component="section" aria-label={title}>
      <Box sx={{ display: "flex", alignItems: "center", justifyContent: "space-between", gap: 1, px: 2, pt: 1.5, pb: 0.5, minHeight: 44 }}>
        <Typography variant="h2">{title}</Typography>
        {action}
      </Box>
      {children}
    </Paper>
  );
}

interface RecentItemProps {
  name: string;
  address: string;
  facts: string;
  state: ReactNode;
}

/** Linked name with facts and a state. */
export function RecentItem({ name, address, facts, state }: RecentItemProps) {
  return (
    <Box
      component="li"
      sx={{
        display: "flex",
        alignItems: "center",
        gap: 2,
        px: 2,
        py: 1,
        borderTop: 1,
        borderColor: "divider",
        "&:hover": { bgcolor: "action.hover" },
      }}
    >
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Typography
          component={Link}
          to={address}
          sx={{
            display: "block",
            color: "primary.main",
            fontWeight: 600,
            // Names made by automatic trainings differ at their end alone.
            overflowWrap: "anywhere",
            textDecoration: "none",
            "&:hover": { textDecoration: "underline" },
          }}
        >
          {name}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {facts}
        </Typography>
      </Box>
      {state}
    </Box>
  );
}
