import AddIcon from "@mui/icons-material/Add";
import { Box, Typography } from "@mui/material";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useRestriction } from "../restrictions/allowed.js";
import { EditorsLink } from "../restrictions/editors-link.js";
import { useReadOnlyReason } from "../restrictions/for-role.js";
import type { Making } from "../restrictions/restriction-of.js";

interface SideListProps {
  /** Label of the list. */
  label: string;
  /** Button that creates an item: its label, its address, whether that page is open, and what is made there. */
  createButton: { label: string; to: string; isChosen: boolean; making: Making };
  /** Further buttons. */
  actions?: ReactNode;
  children: ReactNode;
}

/** List of items beside the chosen one, or above it on a phone. */
export function SideList({ label, createButton, actions, children }: SideListProps) {
  const list = useRef<HTMLElement>(null);
  useChosenInView(list);
  return (
    <Box
      ref={list}
      component="nav"
      aria-label={label}
      sx={{
        borderRight: { md: 1 },
        borderBottom: { xs: 1, md: 0 },
        borderColor: { xs: "divider", md: "divider" },
        bgcolor: "background.paper",
        // On a phone the list has its own scrollbar, so that the chosen item stays near.
        maxHeight: { xs: 260, md: "none" },
        overflow: { xs: "auto", md: "visible" },
      }}
    >
      <Box sx={{ p: 1.5, pb: 1, position: { xs: "sticky", md: "static" }, top: 0, zIndex: 2, bgcolor: "inherit" }}>
        <EditorsLink fullWidth variant={createButton.isChosen ? "outlined" : "contained"} startIcon={<AddIcon />} to={createButton.to}>
          {createButton.label}
        </EditorsLink>
        {createButton.isChosen ? null : <RestrictionText {...createButton.making} />}
        {actions}
      </Box>
      {children}
    </Box>
  );
}

/** Scrolls the list to its chosen item, each time that another one is chosen. The page itself does not move. */
function useChosenInView(list: RefObject<HTMLElement | null>): void {
  const last = useRef<Element | null>(null);
  // The items load after the list: each render looks for the chosen one.
  useEffect(() => {
    const box = list.current;
    const item = box?.querySelector("[aria-current=page]") ?? null;
    if (box === null || item === null || item === last.current) return;
    last.current = item;
    const { top, bottom } = item.getBoundingClientRect();
    const visible = box.getBoundingClientRect();
    if (top < visible.top || bottom > visible.bottom) box.scrollTop += (top + bottom - visible.top - visible.bottom) / 2;
  });
}

/** Why the user may not make this, before the click. Viewers read it in the header of the dataset. */
function RestrictionText(making: Making) {
  const restriction = useRestriction(making);
  const isViewer = useReadOnlyReason() !== null;
  if (restriction === null || isViewer) return null;
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
      {restriction}
    </Typography>
  );
}
