import { Paper, Typography } from "@mui/material";
import { type ReactNode, useId } from "react";

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} sx={{ p: { xs: 2, md: 3 }, display: "grid", gap: 2, justifyItems: "start" }}>
      <Typography variant="h2" id={id}>
        {title}
      </Typography>
      {children}
    </Paper>
  );
}
