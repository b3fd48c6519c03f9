import { Box, Paper, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { LanguageField } from "../../layout/language-field.js";
import { ThemeSwitch } from "../../layout/theme-switch.js";

interface PublicPageProps {
  title: string;
  /** Between the product's name and the title. */
  purpose?: string;
  children: ReactNode;
}

/** Frame of the pages that need no session. */
export function PublicPage({ title, purpose, children }: PublicPageProps) {
  return (
    <Box component="main" sx={{ minHeight: "100dvh", display: "grid", placeItems: "center", p: 2, bgcolor: "background.default" }}>
      <Box sx={{ position: "fixed", top: 8, right: 8, color: "text.primary" }}>
        <LanguageField />
        <ThemeSwitch />
      </Box>
      <Paper sx={{ width: "100%", maxWidth: 400, p: { xs: 3, md: 4 } }}>
        <Box sx={{ display: "flex", alignItems: "center", gap: 1.5, mb: 1 }}>
          <img src="./favicon.svg" alt="" width={32} height={32} />
          <Typography component="p" sx={{ fontWeight: 700, fontSize: "1.25rem" }}>
            Agatha
          </Typography>
        </Box>
        {purpose ? (
          <Typography color="text.secondary" sx={{ mb: 3 }}>
            {purpose}
          </Typography>
        ) : null}
        <Typography variant="h1" sx={{ mb: 2 }}>
          {title}
        </Typography>
        {children}
      </Paper>
    </Box>
  );
}
