import { Box, Typography } from "@mui/material";
import type { ReactNode } from "react";

interface ManagementPageProps {
  title: string;
  hint: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Frame of a list in the management area: the title, and the parts below each other. */
export function ManagementPage({ title, hint, actions, children }: ManagementPageProps) {
  return (
    <Box
      sx={{
        p: { xs: 1.5, md: 3 },
        display: "grid",
        gap: 2,
        gridTemplateColumns: "minmax(0, 1fr)",
        maxWidth: 1400,
        mx: "auto",
        width: "100%",
      }}
    >
      <Box sx={{ display: "flex", gap: 1, alignItems: "center", flexWrap: "wrap" }}>
        <Box sx={{ flexGrow: 1 }}>
          <Typography variant="h1">{title}</Typography>
          <Typography color="text.secondary">{hint}</Typography>
        </Box>
        {actions}
      </Box>
      {children}
    </Box>
  );
}
