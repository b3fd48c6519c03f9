import { type AnalysisVisit, guardAnalysis } from "./guards.js";

const dataset: AnalysisVisit = {
  path: "/analysis/dataset",
  query: new URLSearchParams("datasetID=d1&p=quality"),
  needsDataset: true,
  currentProduct: "all",
  openedDatasetId: "d1",
  datasetProduct: "quality",
  isDatasetPending: false,
  enabledProducts: ["occ", "quality", "opt", "timeseries"],
};
const upload: AnalysisVisit = { ...dataset, path: "/analysis/upload", query: new URLSearchParams(), needsDataset: false };

const cases: Record<string, { visit: AnalysisVisit; verdict: ReturnType<typeof guardAnalysis> }> = {
  "a dataset screen with dataset and product stays": { visit: dataset, verdict: "stay" },
  "without a dataset it goes to the upload of the product in the address": {
    visit: { ...dataset, query: new URLSearchParams("p=occ") },
    verdict: { redirectTo: "/analysis/upload/occ" },
  },
  // @contract a-product-that-the-account-does-not
  "without a dataset and a product it goes to the upload of the current product": {
    visit: { ...dataset, query: new URLSearchParams(), currentProduct: "opt" },
    verdict: { redirectTo: "/analysis/upload/opt" },
  },
  "the legacy product_type becomes p and the rest of the query is kept": {
    visit: { ...dataset, query: new URLSearchParams("datasetID=d1&product_type=occ&modelID=m1") },
    verdict: { redirectTo: "/analysis/dataset?datasetID=d1&modelID=m1&p=occ" },
  },
  "a product_type beside p is dropped": {
    visit: { ...dataset, query: new URLSearchParams("datasetID=d1&product_type=occ&p=quality") },
    verdict: { redirectTo: "/analysis/dataset?datasetID=d1&p=quality" },
  },
  "a dataset that was not open before decides the product": {
    visit: { ...dataset, openedDatasetId: "d0", datasetProduct: "timeseries" },
    verdict: { redirectTo: "/analysis/dataset?datasetID=d1&p=timeseries" },
  },
  "while a new dataset is being loaded, the address stands": {
    visit: { ...dataset, openedDatasetId: null, datasetProduct: null, isDatasetPending: true },
    verdict: "stay",
  },
  "while a new dataset is being loaded, a product in the address that the user may not use leads nowhere": {
    visit: { ...dataset, openedDatasetId: null, datasetProduct: null, isDatasetPending: true, enabledProducts: ["occ"] },
    verdict: "stay",
  },
  "a new dataset of another product than the address says decides the product, which the user may use": {
    visit: { ...dataset, query: new URLSearchParams("datasetID=d1&p=occ"), openedDatasetId: null, enabledProducts: ["quality"] },
    verdict: { redirectTo: "/analysis/dataset?datasetID=d1&p=quality" },
  },
  "a new dataset that cannot be loaded, with a product in the address that the user may not use, leads home": {
    visit: { ...dataset, openedDatasetId: null, datasetProduct: null, enabledProducts: ["occ"] },
    verdict: { redirectTo: "/home", missingProduct: true },
  },
  "a missing p is the current product": {
    visit: { ...dataset, query: new URLSearchParams("datasetID=d1"), currentProduct: "opt" },
    verdict: { redirectTo: "/analysis/dataset?datasetID=d1&p=opt" },
  },
  "a missing p is the dataset's product where the current one is all": {
    visit: { ...dataset, query: new URLSearchParams("datasetID=d1") },
    verdict: { redirectTo: "/analysis/dataset?datasetID=d1&p=quality" },
  },
  "a p that is no product is mended": {
    visit: { ...dataset, query: new URLSearchParams("datasetID=d1&p=nonsense") },
    verdict: { redirectTo: "/analysis/dataset?datasetID=d1&p=quality" },
  },
  // @contract a-product-that-the-account-does-not
  "a product that the user may not use leads home": {
    visit: { ...dataset, enabledProducts: ["occ"] },
    verdict: { redirectTo: "/home", missingProduct: true },
  },
  "the upload of all products stays": { visit: { ...upload, path: "/analysis/upload/all" }, verdict: "stay" },
  "the upload of a product that the user may not use leads home": {
    visit: { ...upload, path: "/analysis/upload/opt", enabledProducts: ["occ"] },
    verdict: { redirectTo: "/home", missingProduct: true },
  },
};

test.each(Object.entries(cases))("visit: %s", (_sentence, { visit, verdict }) => {
  expect(guardAnalysis(visit)).toEqual(verdict);
});
