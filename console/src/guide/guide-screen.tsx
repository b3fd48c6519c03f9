import { Box, Link, List, ListItemButton, Paper, Typography } from "@mui/material";
import Markdown from "markdown-to-jsx";
import type { ReactNode } from "react";
import { Link as RouterLink, useParams } from "react-router-dom";
import { fetchSiteFile } from "../api/site-file.js";
import { useApiQuery } from "../api/use-api-query.js";
import { Failure } from "../feedback/failure.js";
import { Loading } from "../feedback/loading.js";
import { useText } from "../i18n/use-text.js";
import { GUIDE_PAGES, type GuidePage, guidePath, isGuidePage } from "../routing/guide-pages.js";
import { messages } from "./messages.js";

/** A page of the user's guide beside the list of all. The pages are in English. */
export default function GuideScreen() {
  const text = useText(messages);
  const { page: named = "" } = useParams();
  const page = isGuidePage(named) ? named : "first-model";
  return (
    <Box
      sx={{
        p: { xs: 1.5, md: 3 },
        display: "grid",
        gap: 2,
        gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "240px minmax(0, 1fr)" },
        alignItems: "start",
        maxWidth: 1200,
        mx: "auto",
      }}
    >
      <Paper component="nav" aria-label={text("pages")} sx={{ displayPrint: "none" }}>
        <List dense component="div">
          {GUIDE_PAGES.map((each) => (
            <ListItemButton
              key={each}
              component={RouterLink}
              to={guidePath(each)}
              selected={each === page}
              aria-current={each === page ? "page" : undefined}
            >
              {text(`page.${each}`)}
            </ListItemButton>
          ))}
        </List>
      </Paper>
      <Paper component="article" lang="en" sx={{ p: { xs: 2, md: 4 }, minWidth: 0, overflowWrap: "anywhere", lineHeight: 1.6 }}>
        <GuideArticle page={page} />
      </Paper>
    </Box>
  );
}

function GuideArticle({ page }: { page: GuidePage }) {
  const text = useText(messages);
  const { data, error, refetch } = useApiQuery(["guide", page], (signal) => fetchSiteFile(`guide/${page}.md`, signal));
  if (error) return <Failure error={error} title={text("failed")} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading rows={6} />;
  return <Markdown options={{ forceBlock: true, disableParsingRawHTML: true, overrides: OVERRIDES }}>{data}</Markdown>;
}

const OVERRIDES = {
  a: GuideLink,
  img: Picture,
  h1: (props: { children: ReactNode }) => <Typography variant="h1" gutterBottom {...props} />,
  h2: (props: { children: ReactNode }) => <Typography variant="h2" sx={{ mt: 3, mb: 1 }} {...props} />,
  h3: (props: { children: ReactNode }) => <Typography variant="h3" sx={{ mt: 2, mb: 1 }} {...props} />,
};

/** Links to other pages of the guide stay in the console: `models.md`. */
function GuideLink({ href = "", children }: { href?: string; children: ReactNode }) {
  const name = href.replace(/\.md(#.*)?$/, "");
  return isGuidePage(name) ? (
    <Link component={RouterLink} to={guidePath(name)}>
      {children}
    </Link>
  ) : (
    <Link href={href} target="_blank" rel="noopener">
      {children}
    </Link>
  );
}

/** Addresses of pictures are relative to the guide's folder. */
function Picture({ src = "", alt = "" }: { src?: string; alt?: string }) {
  return (
    <Box
      component="img"
      src={`./guide/${src}`}
      alt={alt}
      loading="lazy"
      sx={{ display: "block", maxWidth: "100%", height: "auto", border: 1, borderColor: "divider", borderRadius: 1, my: 2 }}
    />
  );
}
