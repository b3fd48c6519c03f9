import { Box } from "@mui/material";
import { useEffect } from "react";
import { useNotify } from "react-admin";
import { matchPath, Navigate, Outlet, useLocation } from "react-router-dom";
import { useDataset } from "../api/queries.js";
import { useText } from "../i18n/use-text.js";
import { messages as restrictions } from "../restrictions/messages.js";
import { AnalysisProvider } from "../routing/analysis-context.js";
import { guardAnalysis, productInPath } from "../routing/guards.js";
import { currentProduct, isProduct, isProductEnabled, PRODUCTS, type ProductChoice, storeProduct } from "../routing/products.js";
import { useScreens } from "../routing/screens-context.js";
import { useSessionUser } from "../routing/session.js";
import { AnalysisHeader } from "./analysis-header.js";
import { AnalysisRail } from "./analysis-rail.js";

const OPENED_DATASET_KEY = "agatha.dataset";

/** Layout of everything under /analysis: guards the address, opens the dataset that it names, and shows the rail and the header. */
export function AnalysisLayout() {
  const { pathname, search } = useLocation();
  const user = useSessionUser();
  const query = new URLSearchParams(search);
  const needsDataset = useScreens().some((screen) => screen.access === "dataset" && matchPath(screen.path, pathname) !== null);
  const datasetId = query.get("datasetID") || null;
  const dataset = useDataset(datasetId);
  const decision = guardAnalysis({
    path: pathname,
    query,
    needsDataset,
    currentProduct: currentProduct(localStorage),
    openedDatasetId: sessionStorage.getItem(OPENED_DATASET_KEY),
    datasetProduct: dataset.data?.product_type ?? null,
    isDatasetPending: dataset.isPending,
    enabledProducts: PRODUCTS.filter((product) => isProductEnabled(user, product)),
  });
  const product = productFromUrl(needsDataset ? query.get("p") : productInPath(pathname));
  const isUsable = product === "all" || isProductEnabled(user, product);
  const staying = decision === "stay";
  const opened = staying && dataset.data ? dataset.data.id : null;
  useEffect(() => {
    if (staying && isUsable) storeProduct(localStorage, product);
    if (opened !== null) sessionStorage.setItem(OPENED_DATASET_KEY, opened);
  }, [staying, isUsable, product, opened]);

  if (!staying && decision.missingProduct) return <WithoutProduct to={decision.redirectTo} />;
  if (!staying) return <Navigate to={decision.redirectTo} replace />;
  return (
    <AnalysisProvider value={{ product, datasetId, modelId: query.get("modelID") || null, dataset }}>
      <Box sx={{ display: "flex", flexDirection: { xs: "column-reverse", md: "row" }, height: "100%" }}>
        <AnalysisRail />
        <Box sx={{ flexGrow: 1, minWidth: 0, minHeight: 0, display: "flex", flexDirection: "column", overflow: "auto" }}>
          <AnalysisHeader />
          <Box sx={{ flexGrow: 1, minHeight: 0, display: "flex", flexDirection: "column" }}>
            <Outlet />
          </Box>
        </Box>
      </Box>
    </AnalysisProvider>
  );
}

/** Leads away from a product that the account does not have, as the one of a dataset that is shared with the user, and says why. */
function WithoutProduct({ to }: { to: string }) {
  const text = useText(restrictions);
  const notify = useNotify();
  useEffect(() => notify(text("product"), { type: "warning" }), [notify, text]);
  return <Navigate to={to} replace />;
}

function productFromUrl(named: string | null): ProductChoice {
  return isProduct(named) ? named : "all";
}
