import { COLLECTIONS, ERRORS, isMarkedDeleted, NotFound, type ProductType, type Resource, type User } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { AccessRefused, forbidden } from "../http/api-error.js";
import { isRestorable } from "../resources/soft-delete.js";

export function canAccess(user: User, resource: { spec: { owner: string } }): boolean {
  return user.auth === "manager" || resource.spec.owner === user.id;
}

/** Throws `notFound`, as a refusal for the audit trail, if the object is another user's. */
export function ensureAccess(user: User, resource: { metadata: { name: string }; spec: { owner: string } }, notFound: NotFound): void {
  if (!canAccess(user, resource)) throw new AccessRefused(notFound, resource.metadata.name);
}

/** Returns a dataset. Throws NotFound (datasetNotFound) if it is missing, being deleted or another user's. */
export async function accessibleDataset(deps: Pick<ApiDeps, "resources">, user: User, id: string): Promise<Resource<"Dataset">> {
  const dataset = await deps.resources.get("Dataset", id);
  const notFound = new NotFound(`dataset ${id} is not there`, ERRORS.datasetNotFound);
  if (!dataset || isMarkedDeleted(dataset)) throw notFound;
  ensureAccess(user, dataset, notFound);
  return dataset;
}

/** Returns the filter for a list of what the user may see. */
export const ownerFilter = (user: User): { owner?: string } => (user.auth === "manager" ? {} : { owner: user.id });

/** Returns every dataset that the user may see: the one with an id, or all. */
export async function accessibleDatasets(deps: Pick<ApiDeps, "resources">, user: User, id?: string): Promise<Resource<"Dataset">[]> {
  const items =
    id === undefined ? (await deps.resources.list("Dataset", ownerFilter(user))).items : [await deps.resources.get("Dataset", id)];
  return items.filter(
    (dataset): dataset is Resource<"Dataset"> => dataset !== undefined && !isMarkedDeleted(dataset) && canAccess(user, dataset),
  );
}

/**
 * Returns an object that belongs to a dataset, with the dataset. Throws `notFound` if it is missing, being deleted, another
 * user's, or of another dataset than the named one, and NotFound (datasetNotFound) for the dataset.
 */
export async function accessibleWithDataset<K extends "AutoModel" | "Evaluation">(
  deps: Pick<ApiDeps, "resources">,
  user: User,
  { kind, id, datasetId, notFound }: { kind: K; id: string; datasetId: string | undefined; notFound: NotFound },
): Promise<{ resource: Resource<K>; dataset: Resource<"Dataset"> }> {
  if (datasetId !== undefined) await accessibleDataset(deps, user, datasetId);
  const resource = await deps.resources.get(kind, id);
  if (!resource || isMarkedDeleted(resource)) throw notFound;
  ensureAccess(user, resource, notFound);
  const { datasetRef } = resource.spec;
  const dataset = await accessibleDataset(deps, user, datasetRef);
  if (datasetId !== undefined && datasetRef !== datasetId) throw notFound;
  return { resource, dataset };
}

/**
 * Returns an object that was deleted less than a day ago, with its dataset. Throws `notFound` if it was not, is another user's, or
 * belongs to another dataset, and NotFound (datasetNotFound) for the dataset.
 */
export async function restorableWithDataset<K extends "AutoModel" | "Evaluation">(
  deps: Pick<ApiDeps, "resources" | "clock">,
  user: User,
  { kind, id, datasetId, notFound }: { kind: K; id: string; datasetId: string; notFound: NotFound },
): Promise<{ resource: Resource<K>; dataset: Resource<"Dataset"> }> {
  const dataset = await accessibleDataset(deps, user, datasetId);
  const resource = await deps.resources.get(kind, id);
  if (!resource || resource.spec.datasetRef !== datasetId || !isRestorable(resource, deps.clock.now())) throw notFound;
  ensureAccess(user, resource, notFound);
  return { resource, dataset };
}

/** Throws ApiError (permissionDenied) unless the user may create datasets. */
export function ensureCanCreateDatasets(user: User): void {
  if (!user.datasetCreateEnable) throw forbidden("The account may not make datasets");
}

/** Throws ApiError (permissionDenied) if the account may not create datasets, or not for this product. */
export function ensureCanCreateForProduct(user: User, productType: ProductType): void {
  ensureCanCreateDatasets(user);
  requireProduct(user, productType);
}

/** Returns the owner of the dataset, to whom models belong even if a manager creates them. */
export async function datasetOwner(deps: Pick<ApiDeps, "documents">, user: User, { spec }: Resource<"Dataset">): Promise<User> {
  if (spec.owner === user.id) return user;
  return (await deps.documents.collection(COLLECTIONS.users).get(spec.owner)) ?? user;
}

/** Throws ApiError (permissionDenied) unless the account has the product. What it has can still be read and downloaded. */
export function requireProduct({ products }: User, productType: ProductType): void {
  if (!products[productType].enabled) throw forbidden(`The account does not have the product ${productType}`);
}

/** Throws ApiError (permissionDenied) unless the dataset's owner has its product. */
export async function requireDatasetProduct(deps: Pick<ApiDeps, "documents">, user: User, dataset: Resource<"Dataset">): Promise<void> {
  requireProduct(await datasetOwner(deps, user, dataset), dataset.spec.productType);
}
