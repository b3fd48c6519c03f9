import type { ProductType } from "@agatha/contracts";
import type { UserAnswer } from "@agatha/contracts/wire";

/** In the order of the home cards. */
export const PRODUCTS = ["occ", "quality", "opt", "timeseries"] as const satisfies readonly ProductType[];
export type ProductChoice = ProductType | "all";

const STORAGE_KEY = "agatha.product";

export function isProduct(value: string | null | undefined): value is ProductType {
  return PRODUCTS.some((product) => product === value);
}

export function isProductEnabled(user: UserAnswer, product: ProductType): boolean {
  return user[`product_${product}_enable`];
}

/** The last product type used. */
export function currentProduct(storage: Storage): ProductChoice {
  const stored = storage.getItem(STORAGE_KEY);
  return isProduct(stored) ? stored : "all";
}

/** Keeps the product area for the next visit with this browser. */
export function storeProduct(storage: Storage, product: ProductChoice): void {
  storage.setItem(STORAGE_KEY, product);
}
