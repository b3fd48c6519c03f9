import MenuIcon from "@mui/icons-material/Menu";
import { Box, Button, IconButton, Menu, MenuItem } from "@mui/material";
import { useState } from "react";
import { Link, matchPath, useLocation } from "react-router-dom";
import { useText } from "../i18n/use-text.js";
import type { Area, Screen } from "../routing/screen.js";
import { useScreens } from "../routing/screens-context.js";
import { useSessionUser } from "../routing/session.js";
import { messages } from "./messages.js";

type NavigationArea = Exclude<Area, "account" | "help">;

const AREA_PATHS = { home: "/home", analysis: "/analysis", management: "/management" } as const satisfies Record<NavigationArea, string>;

/** Areas with a screen that the user may visit. */
function useAreas(): NavigationArea[] {
  const { auth } = useSessionUser();
  const screens = useScreens();
  const areas = Object.keys(AREA_PATHS) as NavigationArea[];
  const mayVisit = ({ access }: Screen) => access !== "manager" || auth === "manager";
  return areas.filter((area) => screens.some((screen) => screen.area === area && mayVisit(screen)));
}

function useIsCurrentArea(): (area: NavigationArea) => boolean {
  const { pathname } = useLocation();
  const current = useScreens().find(({ path }) => matchPath(path, pathname) !== null)?.area;
  return (area) => area === current || pathname.startsWith(AREA_PATHS[area]);
}

export function AreaTabs() {
  const text = useText(messages);
  const areas = useAreas();
  const isPresent = useIsCurrentArea();
  return (
    <Box component="nav" aria-label={text("areas")} sx={{ display: "flex", gap: 0.5, alignSelf: "stretch" }}>
      {areas.map((area) => (
        <Button
          key={area}
          component={Link}
          to={AREA_PATHS[area]}
          aria-current={isPresent(area) ? "page" : undefined}
          color="inherit"
          sx={{
            px: 1.5,
            borderRadius: 0,
            borderBottom: "3px solid transparent",
            borderTop: "3px solid transparent",
            color: "text.secondary",
            "&[aria-current]": { color: "primary.main", borderBottomColor: "primary.main" },
          }}
        >
          {text(`area.${area}`)}
        </Button>
      ))}
    </Box>
  );
}

/** Areas as a menu on a phone. */
export function AreaMenu() {
  const text = useText(messages);
  const areas = useAreas();
  const isPresent = useIsCurrentArea();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton aria-label={text("menu")} aria-haspopup="menu" color="inherit" onClick={(event) => setAnchor(event.currentTarget)}>
        <MenuIcon />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {areas.map((area) => (
          <MenuItem key={area} component={Link} to={AREA_PATHS[area]} selected={isPresent(area)} onClick={close}>
            {text(`area.${area}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
