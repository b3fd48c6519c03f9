import type { ProductType } from "@agatha/contracts";
import type { DatasetRole, UserAnswer } from "@agatha/contracts/wire";
import { isProductEnabled } from "../routing/products.js";

/**
 * An object that somebody wants to make. `work`: an edit step, a comparison or a calculation. `whatIf`: a prediction that a viewer may
 * ask for too.
 */
export interface Making {
  what: "dataset" | "model" | "work" | "whatIf";
  product?: ProductType | undefined;
  /** Role of the user in the dataset that it is made in. */
  role?: DatasetRole | undefined;
  /** Id of the account that it will belong to, whose product and limits count: one's own if absent. */
  owner?: string | undefined;
}

type Restriction = "viewer" | "expired" | "dataset" | "model" | "product" | "modelLimit" | "modelReserved";

/** Returns why the server would refuse, or null. The limits of another owner are not known. */
export function restrictionOf(user: UserAnswer, { what, product, role, owner = user.id }: Making): Restriction | null {
  if ((what === "model" || what === "work") && role === "viewer") return "viewer";
  if (user.contract_stage === "expired") return "expired";
  if (what === "dataset" && !user.dataset_create_enable) return "dataset";
  if (what === "model" && !user.model_create_enable) return "model";
  if (owner !== user.id) return null;
  if (product !== undefined && !isProductEnabled(user, product)) return "product";
  return what === "model" ? modelRestriction(user) : null;
}

function modelRestriction({ model_limit: limit, model_current: current, model_reserved: reserved }: UserAnswer): Restriction | null {
  if (limit < 0 || current + reserved < limit) return null;
  return current < limit ? "modelReserved" : "modelLimit";
}
