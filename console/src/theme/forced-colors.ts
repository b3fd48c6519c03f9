/**
 * Marks of what is chosen where the system forces its colours (Windows' contrast themes). There backgrounds are gone, and borders that
 * are transparent are drawn. https://www.w3.org/TR/css-color-adjust-1/#forced
 */
export const FORCED_COLORS_STYLES = {
  "@media (forced-colors: active)": {
    "nav a, [role=tab]": { borderColor: "Canvas !important" },
    "a[aria-current=page], [role=tab][aria-selected=true], .Mui-selected": { outline: "2px solid Highlight", outlineOffset: "-2px" },
  },
};
