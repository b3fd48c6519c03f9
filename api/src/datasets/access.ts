import { isGone, NotFound, type ProductType, type Resource, type User } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { notAllowed } from "../http/failures.js";

export function mayUse(user: User, resource: { spec: { owner: string } }): boolean {
  return user.auth === "manager" || resource.spec.owner === user.id;
}

/** Throws NotFound (010401) alike for what is not there, is being deleted, or is somebody else's. */
export async function accessibleDataset(deps: Pick<ApiDeps, "resources">, user: User, id: string): Promise<Resource<"Dataset">> {
  const dataset = await deps.resources.get("Dataset", id);
  if (!dataset || isGone(dataset) || !mayUse(user, dataset)) throw new NotFound(`dataset ${id} is not there`, "010401");
  return dataset;
}

/** Narrows a list to what the user may see. */
export const seenBy = (user: User): { owner?: string } => (user.auth === "manager" ? {} : { owner: user.id });

/** Every dataset that the user may see; of a certain id, or all. */
export async function accessibleDatasets(deps: Pick<ApiDeps, "resources">, user: User, id?: string): Promise<Resource<"Dataset">[]> {
  const items = id === undefined ? (await deps.resources.list("Dataset", seenBy(user))).items : [await deps.resources.get("Dataset", id)];
  return items.filter((dataset): dataset is Resource<"Dataset"> => dataset !== undefined && !isGone(dataset) && mayUse(user, dataset));
}

/** Throws a Refusal (010302). */
export function ensureMakesDatasets(user: User): void {
  if (!user.datasetCreateEnable) throw notAllowed("The account may not make datasets");
}

/** Throws a Refusal (010302) when the account may not make datasets, or not for this product. */
export function ensureMayCreate(user: User, productType: ProductType): void {
  ensureMakesDatasets(user);
  if (!user.products[productType].enabled) throw notAllowed(`The account does not have the product ${productType}`);
}
