import { Box, type SxProps, type Theme } from "@mui/material";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { Link, type To } from "react-router-dom";
import { sideShadows } from "../theme/side-shadows.js";

interface TabItem<V extends string> {
  value: V;
  id: string;
  /** Id of the panel that it shows. */
  panel: string;
  label: string;
  /** Address of the tab; absent where it has none of its own. */
  to?: To;
}

interface TabListProps<V extends string> {
  /** Names the tabs where what is above them does not. */
  label?: string;
  tabs: readonly TabItem<NoInfer<V>>[];
  value: V;
  onChange?(value: NoInfer<V>): void;
  /** Background on which the tabs are: of a card, or of the page. */
  surface?: "paper" | "default";
  sx?: SxProps<Theme>;
}

const STEPS: Partial<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Moves the focus among the tabs, as the tabs pattern of WAI-ARIA says. Enter and the space bar open the focused one. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const at = tabs.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? undefined : STEPS[event.key]?.(at, tabs.length);
  if (next !== undefined) {
    event.preventDefault();
    tabs[next]?.focus();
  } else if (event.key === " " && tabs[at] instanceof HTMLAnchorElement) {
    event.preventDefault();
    tabs[at].click();
  }
}

/**
 * Tabs above a panel. The line below the chosen one is its border, so nothing is measured for it. Where they do not
 * fit, the list scrolls, with the chosen one in view, and a shadow marks each side on which there are more.
 */
export function TabList<V extends string>({ label, tabs, value, onChange, surface = "default", sx }: TabListProps<V>) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is chosen then
  useEffect(() => {
    // With the frame, which lays the page out anyway.
    const frame = requestAnimationFrame(() => {
      const chosen = list.current?.querySelector<HTMLElement>("[aria-selected=true]");
      if (list.current && chosen && list.current.scrollWidth > list.current.clientWidth)
        list.current.scrollLeft = chosen.offsetLeft - (list.current.clientWidth - chosen.offsetWidth) / 2;
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return (
    <Box
      ref={list}
      role="tablist"
      aria-label={label}
      onKeyDown={moveFocus}
      sx={[
        STYLE,
        { background: (theme: Theme) => sideShadows(theme, theme.palette.background[surface]) },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      {tabs.map(({ value: name, id, panel, label: words, to }) => {
        const selected = name === value;
        const shared = { id, role: "tab", "aria-selected": selected, "aria-controls": panel, tabIndex: selected ? 0 : -1 };
        return to === undefined ? (
          <button key={name} type="button" {...shared} onClick={() => onChange?.(name)}>
            {words}
          </button>
        ) : (
          <Link key={name} {...shared} to={to} replace>
            {words}
          </Link>
        );
      })}
    </Box>
  );
}

/** The tabs are styled by their list, as one rule. */
const STYLE: SxProps<Theme> = {
  position: "relative",
  display: "flex",
  flexShrink: 0,
  overflowX: "auto",
  scrollbarWidth: "none",
  borderBottom: 1,
  borderColor: "divider",
  "& > [role=tab]": {
    flexShrink: 0,
    px: 2,
    py: 1.25,
    border: 0,
    borderBottom: "2px solid transparent",
    background: "none",
    font: "inherit",
    typography: "button",
    color: "text.secondary",
    textDecoration: "none",
    whiteSpace: "nowrap",
    cursor: "pointer",
    "&:hover": { color: "text.primary" },
    "&[aria-selected=true]": { color: "primary.main", borderColor: "primary.main" },
    // The list would cut an outline around the tab.
    "&:focus-visible": { outline: "2px solid currentColor", outlineOffset: "-2px" },
  },
} as const;
