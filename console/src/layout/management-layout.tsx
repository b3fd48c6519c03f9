import { Box, Button } from "@mui/material";
import { Link, Outlet, useLocation } from "react-router-dom";
import { useTranslator } from "../i18n/translator-context.js";
import { useText } from "../i18n/use-text.js";
import { useScreens } from "../routing/screens-context.js";
import { useSessionUser } from "../routing/session.js";
import { messages } from "./messages.js";

/** Screens of the management area below their tabs. Users who are no managers have one screen and no tabs. */
export function ManagementLayout() {
  return (
    <>
      {useSessionUser().auth === "manager" ? <ManagementTabs /> : null}
      <Outlet />
    </>
  );
}

function ManagementTabs() {
  const text = useText(messages);
  const { translate } = useTranslator();
  const { pathname } = useLocation();
  const tabs = useScreens()
    .filter(({ area, tab }) => area === "management" && tab !== undefined)
    .sort((a, b) => (a.tab ?? 0) - (b.tab ?? 0));
  const isCurrent = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  return (
    <Box
      component="nav"
      aria-label={text("area.management")}
      sx={{
        display: "flex",
        px: { xs: 1, md: 2 },
        overflowX: "auto",
        borderBottom: 1,
        borderColor: "divider",
        bgcolor: "background.paper",
      }}
    >
      {tabs.map(({ path, messages: { namespace } }) => (
        <Button
          key={path}
          component={Link}
          to={path}
          aria-current={isCurrent(path) ? "page" : undefined}
          color="inherit"
          sx={{
            flexShrink: 0,
            borderRadius: 0,
            borderBottom: "3px solid transparent",
            color: "text.secondary",
            "&[aria-current]": { color: "primary.main", borderBottomColor: "primary.main" },
          }}
        >
          {translate(`${namespace}.title`)}
        </Button>
      ))}
    </Box>
  );
}
