import type { ProductType } from "@agatha/contracts";
import type { UserAnswer } from "@agatha/contracts/wire";
import { isProductEnabled, PRODUCTS } from "../../routing/products.js";

export interface Limit {
  used: number;
  /** Kept by automatic trainings under way, and not used yet. */
  reserved?: number;
  /** -1: unlimited. Null: the account does not have the product. */
  limit: number | null;
}

/** Limits of an account beside what is used of them: models, licences, and APIs by product. */
interface Limits {
  models: Limit;
  licences: Limit;
  apis: (Limit & { product: ProductType })[];
}

/** Returns the account's limits beside their use. The limit of a product that is not enabled is null. */
export function limitsOf(user: UserAnswer): Limits {
  return {
    models: { used: user.model_current, reserved: user.model_reserved, limit: user.model_limit },
    licences: { used: user.product_all_current, limit: user.model_licence_limit },
    apis: PRODUCTS.map((product) => ({
      product,
      used: user[`product_${product}_current`],
      limit: isProductEnabled(user, product) ? user[`product_${product}_enable_limit`] : null,
    })),
  };
}
