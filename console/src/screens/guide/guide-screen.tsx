import { Box, Link, List, ListItemButton, Paper, TextField, Typography } from "@mui/material";
import Markdown from "markdown-to-jsx";
import type { ReactNode } from "react";
import { Link as RouterLink, useParams, useSearchParams } from "react-router-dom";
import { fetchSiteFile } from "../../api/site-file.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { Failure } from "../../feedback/failure.js";
import { Loading } from "../../feedback/loading.js";
import { LANGUAGES } from "../../i18n/languages.js";
import { useLanguage } from "../../i18n/use-language.js";
import { useText } from "../../i18n/use-text.js";
import { GUIDE_PAGES, type GuidePage, guideFile, guideFolder, guidePath, isGuidePage } from "../../routing/guide-pages.js";
import { findPassages } from "./find-passages.js";
import { messages } from "./messages.js";

/** A page of the user's guide beside the list of all, in the language of the screen. */
export default function GuideScreen() {
  const text = useText(messages);
  const { page: named = "" } = useParams();
  const page = isGuidePage(named) ? named : "first-model";
  const [address, setAddress] = useSearchParams();
  const query = address.get("search") ?? "";
  const isSearched = query.trim() !== "";
  const { tag } = LANGUAGES[useLanguage()];
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
        <Box sx={{ p: 1.5, pb: 0 }}>
          <TextField
            type="search"
            fullWidth
            label={text("search")}
            value={query}
            onChange={({ target }) => setAddress(target.value === "" ? {} : { search: target.value }, { replace: true })}
            slotProps={{ htmlInput: { maxLength: 100 } }}
          />
        </Box>
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
      <Paper component="article" lang={tag} sx={{ p: { xs: 2, md: 4 }, minWidth: 0, overflowWrap: "anywhere", lineHeight: 1.6 }}>
        {isSearched ? <Passages query={query} /> : <GuideArticle page={page} />}
      </Paper>
    </Box>
  );
}

function GuideArticle({ page }: { page: GuidePage }) {
  const text = useText(messages);
  const file = guideFile(page, useLanguage());
  const { data, error, refetch } = useApiQuery(["guide", file], (signal) => fetchSiteFile(file, signal));
  if (error) return <Failure error={error} title={text("failed")} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading rows={6} />;
  return <Markdown options={MARKDOWN}>{data}</Markdown>;
}

/** Passages of the pages with the words that are searched, below links to their pages. */
function Passages({ query }: { query: string }) {
  const text = useText(messages);
  const language = useLanguage();
  const { data, error, refetch } = useApiQuery(["guide", language], (signal) =>
    Promise.all(GUIDE_PAGES.map(async (page) => ({ page, markdown: await fetchSiteFile(guideFile(page, language), signal) }))),
  );
  if (error) return <Failure error={error} title={text("failed")} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading rows={6} />;
  const found = findPassages(data, query);
  return (
    <>
      <Typography variant="h1" gutterBottom>
        {text("search")}
      </Typography>
      <Typography role="status">{found.length === 0 ? text("nothingFound") : ""}</Typography>
      {found.map(({ page, markdown }) => (
        <Box key={page + markdown} sx={{ mb: 2 }}>
          <Link component={RouterLink} to={guidePath(page)}>
            {text(`page.${page}`)}
          </Link>
          <Markdown options={MARKDOWN}>{markdown}</Markdown>
        </Box>
      ))}
    </>
  );
}

const OVERRIDES = {
  a: GuideLink,
  img: Picture,
  h1: (props: { children: ReactNode }) => <Typography variant="h1" gutterBottom {...props} />,
  h2: (props: { children: ReactNode }) => <Typography variant="h2" sx={{ mt: 3, mb: 1 }} {...props} />,
  table: Table,
  h3: (props: { children: ReactNode }) => <Typography variant="h3" sx={{ mt: 2, mb: 1 }} {...props} />,
};

const MARKDOWN = { forceBlock: true, disableParsingRawHTML: true, overrides: OVERRIDES };

/** A table with a line below each row. */
function Table(props: { children: ReactNode }) {
  const cell = { textAlign: "left", verticalAlign: "top", py: 0.75, pr: 2, borderBottom: 1, borderColor: "divider" };
  return <Box component="table" sx={{ borderCollapse: "collapse", "& th, & td": cell }} {...props} />;
}

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

/** Addresses of pictures are relative to the folder of the page's language. */
function Picture({ src = "", alt = "" }: { src?: string; alt?: string }) {
  return (
    <Box
      component="img"
      src={`./${guideFolder(useLanguage())}${src}`}
      alt={alt}
      loading="lazy"
      sx={{ display: "block", maxWidth: "100%", height: "auto", border: 1, borderColor: "divider", borderRadius: 1, my: 2 }}
    />
  );
}
