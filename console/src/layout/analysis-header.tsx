import type { ApiError } from "@agatha/contracts/client";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { Box, Breadcrumbs, Button, Link, Skeleton, Typography } from "@mui/material";
import { visuallyHidden } from "@mui/utils";
import type { ReactNode } from "react";
import { matchPath, Link as RouterLink, useLocation } from "react-router-dom";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useApi } from "../api/services.js";
import { useApiQuery } from "../api/use-api-query.js";
import { messages as datasetFacts } from "../dataset-facts/messages.js";
import { Deferred } from "../feedback/deferred.js";
import { Failure } from "../feedback/failure.js";
import { messages as feedback } from "../feedback/messages.js";
import { useTranslator } from "../i18n/translator-context.js";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { useAnalysis } from "../routing/analysis-context.js";
import { DocumentTitle } from "../routing/document-title.js";
import { uploadPath } from "../routing/paths.js";
import { useScreens } from "../routing/screens-context.js";
import { DatasetSharing } from "../sharing/dataset-sharing.js";
import { DatasetStateChip } from "./dataset-state-chip.js";
import { messages } from "./messages.js";

/** Breadcrumb and the current dataset. */
export function AnalysisHeader() {
  const { dataset, datasetId } = useAnalysis();
  return (
    <Box component="header" sx={{ px: { xs: 2, md: 3 }, pt: 1.5, pb: 1 }}>
      <AnalysisBreadcrumbs />
      {datasetId !== null && dataset.data && dataset.error?.status !== 404 ? (
        <Deferred key={datasetId} fallback={<SummarySkeleton />}>
          <DatasetSummary dataset={dataset.data} />
        </Deferred>
      ) : null}
      {datasetId !== null && dataset.isPending ? <SummarySkeleton /> : null}
      {datasetId !== null && dataset.error ? <DatasetError dataset={dataset} error={dataset.error} /> : null}
    </Box>
  );
}

/** An open dataset stays open if only its refetch failed. */
function DatasetError({ dataset, error }: { dataset: ReturnType<typeof useAnalysis>["dataset"]; error: ApiError }) {
  const retry = () => void dataset.refetch();
  return dataset.data && error.status !== 404 ? (
    <Failure error={error} onRetry={retry} />
  ) : (
    <DatasetUnavailable error={error} onRetry={retry} />
  );
}

function DatasetUnavailable({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const text = useText(messages);
  return (
    <>
      <Typography variant="h1" sx={{ mt: 0.5 }}>
        {text("dataset.failed")}
      </Typography>
      <Box sx={{ mx: -2 }}>
        <Failure error={error} title={error.status === 404 ? text("dataset.failedHint") : undefined} onRetry={onRetry}>
          <Button component={RouterLink} to={uploadPath("all")} size="small" variant="outlined" color="inherit" sx={{ mt: 1 }}>
            {text("dataset.upload")}
          </Button>
        </Failure>
      </Box>
    </>
  );
}

function AnalysisBreadcrumbs() {
  const text = useText(messages);
  const { translate } = useTranslator();
  const { pathname } = useLocation();
  const { product, dataset, modelId } = useAnalysis();
  const model = useModelTitle(dataset.data?.id ?? null, modelId);
  const screen = useScreens().find(({ path }) => matchPath(path, pathname) !== null);
  const here = screen ? translate(`${screen.messages.namespace}.title`) : "";
  return (
    <>
      <DocumentTitle parts={[model, dataset.data?.title, here]} />
      <Breadcrumbs aria-label={text("path")} sx={{ fontSize: "0.8125rem" }}>
        <Link component={RouterLink} to="/home" underline="hover" color="inherit">
          {text("area.home")}
        </Link>
        <Link component={RouterLink} to={uploadPath(product)} underline="hover" color="inherit">
          {text(`products.${product}`)}
        </Link>
        <Typography component="span" aria-current="page" sx={{ fontSize: "inherit" }} color="text.primary">
          {here}
        </Typography>
      </Breadcrumbs>
    </>
  );
}

/** Title of the open model, from the list that the screen fetches. */
function useModelTitle(datasetId: string | null, modelId: string | null): string | undefined {
  const api = useApi();
  const models = useApiQuery(QUERY_KEYS.models(datasetId ?? ""), () => api.models(datasetId ?? ""), {
    enabled: datasetId !== null && modelId !== null,
  });
  return models.data?.find(({ id }) => id === modelId)?.title;
}

function DatasetSummary({ dataset }: { dataset: DatasetAnswer }) {
  const sizes = useDatasetSizes(dataset);
  return (
    <SummaryBox>
      <Typography variant="h1">{dataset.title}</Typography>
      <DatasetStateChip status={dataset.status} />
      <Typography variant="body2" color="text.secondary">
        {sizes.join(" · ")}
      </Typography>
      <DatasetSharing dataset={dataset} />
    </SummaryBox>
  );
}

function SummaryBox({ children }: { children: ReactNode }) {
  return <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1.5, rowGap: 0.5, mt: 0.5 }}>{children}</Box>;
}

/** The page has its heading before the name arrives. */
function SummarySkeleton() {
  const text = useText(feedback);
  return (
    <SummaryBox>
      <Typography variant="h1" aria-busy="true">
        <span style={visuallyHidden}>{text("loading")}</span>
        <Skeleton width={160} />
      </Typography>
      <Typography variant="body2" component="div">
        <Skeleton width={200} />
      </Typography>
      <Skeleton variant="rounded" width={96} height={31} />
    </SummaryBox>
  );
}

function useDatasetSizes({ nrow, total_rows, column_count, size }: DatasetAnswer): string[] {
  const text = useText(messages);
  const facts = useText(datasetFacts);
  const format = useFormat();
  const sizes = [format.bytes(size)];
  if (column_count !== null) sizes.unshift(facts("columns", { count: column_count }));
  if (nrow === null || total_rows === null) return sizes;
  const rows = format.number(nrow);
  const all = nrow === total_rows ? facts("rows", { count: nrow, rows }) : text("dataset.used", { rows, total: format.number(total_rows) });
  return [all, ...sizes];
}
