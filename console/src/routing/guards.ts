/** Decides whether a visit stays or is redirected (specification, section 2). Pure, so that each rule has its test. */
import type { ProductType } from "@agatha/contracts";
import { uploadPath } from "./paths.js";
import { isProduct, type ProductChoice } from "./products.js";

export interface AnalysisVisit {
  path: string;
  query: URLSearchParams;
  needsDataset: boolean;
  /** The last product type used. */
  currentProduct: ProductChoice;
  /** Id of the dataset that this window had open before; null after a restart. */
  openedDatasetId: string | null;
  /** Product type of the dataset in the address; null while it is not known. */
  datasetProduct: ProductType | null;
  /** The dataset in the address is neither loaded nor has it failed to load. */
  isDatasetPending: boolean;
  /** Product types that the user may use. */
  enabledProducts: readonly ProductType[];
}

/** Address to go to instead; `missingProduct` if the account does not have the product, which the user is told. */
interface Redirection {
  redirectTo: string;
  missingProduct?: true;
}

/** Returns `stay`, or where to go instead. */
export function guardAnalysis(visit: AnalysisVisit): "stay" | Redirection {
  const query = new URLSearchParams(visit.query);
  const legacy = query.get("product_type");
  if (legacy !== null) {
    query.delete("product_type");
    if (!query.has("p")) query.set("p", legacy);
    return { redirectTo: `${visit.path}?${query.toString()}` };
  }
  const named = query.get("p");
  if (visit.needsDataset) {
    const datasetId = query.get("datasetID");
    if (!datasetId) return { redirectTo: uploadPath(isProduct(named) ? named : visit.currentProduct) };
    const resolved = resolveProduct(visit, datasetId, named);
    if (resolved !== null && resolved !== named) {
      query.set("p", resolved);
      return { redirectTo: `${visit.path}?${query.toString()}` };
    }
  }
  if (visit.needsDataset && visit.isDatasetPending && visit.openedDatasetId !== query.get("datasetID")) return "stay";
  const product = visit.needsDataset ? named : productInPath(visit.path);
  return isProduct(product) && !visit.enabledProducts.includes(product) ? { redirectTo: "/home", missingProduct: true } : "stay";
}

/**
 * A newly opened dataset determines the product type. For a dataset that was already open, the address comes first, then the
 * current product type, then the dataset's own. Returns null while it cannot be determined.
 */
function resolveProduct(
  { openedDatasetId, datasetProduct, currentProduct }: AnalysisVisit,
  datasetId: string,
  named: string | null,
): ProductType | null {
  if (openedDatasetId !== datasetId && datasetProduct !== null) return datasetProduct;
  if (isProduct(named)) return named;
  return currentProduct === "all" ? datasetProduct : currentProduct;
}

/** Returns the product in the path of the uploads; null in another path. */
export function productInPath(path: string): string | null {
  return /^\/analysis\/upload\/([^/]+)/.exec(path)?.[1] ?? null;
}
