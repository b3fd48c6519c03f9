const WHOLE = { maxHeight: "none !important", overflow: "visible !important" };
const IN_FLOW = { height: "auto !important", minHeight: "0 !important", display: "block !important" };
const LEFT_OUT = { display: "none !important" };

/**
 * Rules for paper. What scrolls on the screen is as long as its content, what only leads elsewhere or acts is left out, and charts are no
 * wider than the page. A grid, which has only the rows in view, is replaced by tables of its first rows (`PrintedRows`).
 */
export const PRINT_STYLES = {
  "@media print": {
    "@page": { margin: "12mm" },
    "#root :where(div, main, section, article, ul, ol, pre, p)": WHOLE,
    "#root div:has(> main), #root main, #root main > div, #root div:has(> header + div), #root div:has(> aside)": IN_FLOW,
    // Panels beside a table on the screen follow it on paper.
    "#root aside": { width: "auto !important", marginTop: "16px" },
    "header.MuiAppBar-root, nav, [role=tablist], .MuiButton-root, .MuiIconButton-root, .MuiSlider-root, .MuiSnackbar-root, .MuiTablePagination-selectLabel, .MuiTablePagination-input, .MuiTablePagination-actions, .MuiTableSortLabel-icon, .MuiTableCell-paddingCheckbox":
      LEFT_OUT,
    // They are blocks on paper, without the gaps of their grid.
    "#root main > div > * + *": { marginTop: "12px" },
    // The list beside the content is left out, so the content has the whole width.
    "nav + *": { gridColumn: "1 / -1" },
    ".MuiTypography-noWrap, pre": { whiteSpace: "pre-wrap !important" },
    thead: { display: "table-header-group" },
    "tr, figure, .MuiFormControl-root": { breakInside: "avoid" },
    "h1, h2, h3, figcaption": { breakAfter: "avoid" },
    ".MuiTable-root": { minWidth: "0 !important" },
    ".MuiTableCell-root": {
      minWidth: "0 !important",
      padding: "4px !important",
      fontSize: "0.6875rem !important",
      whiteSpace: "normal !important",
    },
    ".MuiTableCell-root .MuiFormControl-root": { width: "auto !important", minWidth: "0 !important" },
    ".MuiTableCell-root .MuiInputBase-root": { minWidth: "0 !important", fontSize: "inherit !important" },
    ".MuiTableCell-root .MuiSelect-select": { whiteSpace: "normal !important" },
    canvas: { maxWidth: "100% !important", height: "auto !important" },
    "#root [role=table][aria-rowcount]": LEFT_OUT,
  },
} as const;
