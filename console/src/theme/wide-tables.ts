import type { Theme } from "@mui/material/styles";
import { sideShadows } from "./side-shadows.js";

/** First cell of each row beside its checkbox. In a row of a heading and values, both are the first of their type. */
export const FIRST_CELLS = "& tr > :is(:not(* + *, .MuiTableCell-paddingCheckbox), .MuiTableCell-paddingCheckbox + *)";

/**
 * A table that is wider than its place scrolls by itself, without the page. On a phone the first column stays visible.
 */
export function wideTables({ theme }: { theme: Theme }) {
  const { paper } = theme.palette.background;
  return {
    background: sideShadows(theme, paper),
    [theme.breakpoints.down("sm")]: {
      [FIRST_CELLS]: { position: "sticky", left: 0, zIndex: 1 },
      [`${FIRST_CELLS}:not(.MuiTableCell-stickyHeader)`]: { backgroundColor: paper },
      [`${FIRST_CELLS}.MuiTableCell-stickyHeader`]: { zIndex: 3 },
    },
  };
}
