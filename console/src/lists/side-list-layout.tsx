import { Box } from "@mui/material";
import type { ReactNode } from "react";

/** A side list and, beside it or on a phone below it, what is chosen in it. */
export function SideListLayout({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: "grid",
        gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "280px minmax(0, 1fr)" },
        // On a phone the list keeps its height while the content below it grows.
        alignContent: { xs: "start", md: "stretch" },
        flexGrow: 1,
      }}
    >
      {children}
    </Box>
  );
}
