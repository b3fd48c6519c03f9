import AddIcon from "@mui/icons-material/Add";
import { Box, Button } from "@mui/material";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";

interface SideListProps {
  /** What is listed. */
  label: string;
  /** The button that makes a new one, its address, and whether one is being made. */
  createButton: { label: string; to: string; isChosen: boolean };
  /** Further buttons. */
  actions?: ReactNode;
  children: ReactNode;
}

/** What there is of a kind, beside the one that is chosen; on a phone above it. */
export function SideList({ label, createButton, actions, children }: SideListProps) {
  return (
    <Box
      component="nav"
      aria-label={label}
      sx={{
        borderRight: { md: 1 },
        borderBottom: { xs: 1, md: 0 },
        borderColor: { xs: "divider", md: "divider" },
        bgcolor: "background.paper",
        // On a phone the list scrolls in itself, so that what is chosen is near.
        maxHeight: { xs: 260, md: "none" },
        overflow: { xs: "auto", md: "visible" },
      }}
    >
      <Box sx={{ p: 1.5, pb: 1 }}>
        <Button
          fullWidth
          variant={createButton.isChosen ? "outlined" : "contained"}
          startIcon={<AddIcon />}
          component={Link}
          to={createButton.to}
        >
          {createButton.label}
        </Button>
        {actions}
      </Box>
      {children}
    </Box>
  );
}
