import { AppBar, Box, Toolbar, Typography, useMediaQuery, useTheme } from "@mui/material";
import { visuallyHidden } from "@mui/utils";
import { Link } from "react-router-dom";
import { AfterPaint } from "../feedback/after-paint.js";
import { AccountMenu } from "./account-menu.js";
import { AreaMenu, AreaTabs } from "./areas.js";
import { HelpButton } from "./help-button.js";
import { LanguageMenu } from "./language-menu.js";
import { RunningWork } from "./running-work.js";
import { Search } from "./search.js";
import { ThemeSwitch } from "./theme-switch.js";

/** Top bar of every screen: name, areas, search, running tasks, language, theme, account. */
export function TopBar() {
  const narrow = useMediaQuery(useTheme().breakpoints.down("md"));
  return (
    <AppBar
      position="static"
      variant="elevation"
      elevation={0}
      color="default"
      sx={{ bgcolor: "background.paper", borderBottom: 1, borderColor: "divider" }}
    >
      <Toolbar variant="dense" disableGutters sx={{ px: { xs: 1, md: 2 }, gap: { xs: 0, md: 1 }, minHeight: 56 }}>
        {narrow ? <AreaMenu /> : null}
        <Brand />
        {narrow ? null : <AreaTabs />}
        <Box sx={{ flexGrow: 1 }} />
        <AfterPaint>
          <Search narrow={narrow} />
          <RunningWork />
          <LanguageMenu />
          <ThemeSwitch />
          <HelpButton />
          <AccountMenu />
        </AfterPaint>
      </Toolbar>
    </AppBar>
  );
}

/** Below this width the buttons leave no room for the name: it would break into letters, one a line. */
const NO_ROOM_FOR_NAME = "@media (max-width: 389.95px)";

function Brand() {
  return (
    <Typography
      component={Link}
      to="/home"
      sx={{
        display: "flex",
        alignItems: "center",
        gap: 1,
        mr: 1,
        p: 0.5,
        borderRadius: 1,
        fontWeight: 700,
        fontSize: "1.0625rem",
        color: "inherit",
        textDecoration: "none",
        [NO_ROOM_FOR_NAME]: { mr: 0, "& span": visuallyHidden },
        "&:focus-visible": { outline: "2px solid currentColor" },
      }}
    >
      <img src="./favicon.svg" alt="" width={24} height={24} />
      <span>Agatha</span>
    </Typography>
  );
}
