import { alpha, type Theme } from "@mui/material/styles";

/** First cell of each row beside its checkbox. In a row of a heading and values, both are the first of their type. */
export const FIRST_CELLS = "& tr > :is(:not(* + *, .MuiTableCell-paddingCheckbox), .MuiTableCell-paddingCheckbox + *)";

/** Backgrounds of what scrolls sideways on this surface: a shadow on each side on which there is more. A phone shows no scroll bar. */
export function sideShadows(theme: Theme, surface: string): string {
  const shadow = alpha(theme.palette.text.primary, 0.2);
  const clear = alpha(surface, 0);
  // What covers a shadow moves with the content, so that it does so at the end of the content alone.
  const layers = [
    `linear-gradient(to right, ${surface} 50%, ${clear}) left / 32px 100% no-repeat local`,
    `linear-gradient(to left, ${surface} 50%, ${clear}) right / 32px 100% no-repeat local`,
    `linear-gradient(to right, ${shadow}, ${clear}) left / 10px 100% no-repeat scroll`,
    `linear-gradient(to left, ${shadow}, ${clear}) right / 10px 100% no-repeat scroll`,
  ];
  return layers.join(", ");
}

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
