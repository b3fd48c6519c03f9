import { Box, ButtonBase } from "@mui/material";
import { matchPath, NavLink, useLocation } from "react-router-dom";
import { useTranslator } from "../i18n/translator-context.js";
import { useText } from "../i18n/use-text.js";
import { useAnalysis } from "../routing/analysis-context.js";
import { uploadPath } from "../routing/paths.js";
import type { Screen } from "../routing/screen.js";
import { useScreens } from "../routing/screens-context.js";
import { messages } from "./messages.js";

/** Steps of the analysis of a dataset: on the left, or at the bottom on a phone. */
export function AnalysisRail() {
  const text = useText(messages);
  const { datasetId } = useAnalysis();
  const steps = useScreens()
    .filter((screen) => screen.rail && (screen.access !== "dataset" || datasetId !== null))
    .sort((screen, other) => (screen.rail?.order ?? 0) - (other.rail?.order ?? 0));
  return (
    <Box
      component="nav"
      aria-label={text("steps")}
      sx={{
        display: "flex",
        flexDirection: { xs: "row", md: "column" },
        flexShrink: 0,
        width: { md: 88 },
        py: { md: 1 },
        bgcolor: "background.paper",
        borderColor: "divider",
        borderStyle: "solid",
        borderWidth: { xs: "1px 0 0", md: "0 1px 0 0" },
      }}
    >
      {steps.map((screen) => (
        <RailItem key={screen.path} screen={screen} />
      ))}
    </Box>
  );
}

function RailItem({ screen }: { screen: Screen }) {
  const { translate } = useTranslator();
  const { pathname } = useLocation();
  const { product, datasetId } = useAnalysis();
  const Icon = screen.rail?.icon;
  const query = new URLSearchParams({ ...(datasetId ? { datasetID: datasetId } : {}), ...(product === "all" ? {} : { p: product }) });
  const address = screen.access === "dataset" ? `${screen.path}?${query.toString()}` : uploadPath(product);
  const present = matchPath(screen.path, pathname) !== null;
  return (
    <ButtonBase
      component={NavLink}
      to={address}
      aria-current={present ? "page" : undefined}
      sx={{
        // Width by label: five equal widths would wrap the longer labels on a phone.
        flex: { xs: "1 1 auto", md: "none" },
        flexDirection: "column",
        gap: 0.5,
        py: 1.25,
        px: { xs: 0.25, md: 0.5 },
        fontSize: "0.75rem",
        fontWeight: 600,
        textAlign: "center",
        color: "text.secondary",
        "&:hover": { bgcolor: "action.hover" },
        ...(present ? { color: "primary.main", bgcolor: "action.selected" } : {}),
      }}
    >
      {Icon ? <Icon fontSize="small" /> : null}
      {translate(`${screen.messages.namespace}.title`)}
    </ButtonBase>
  );
}
