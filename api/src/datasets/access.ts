import {
  COLLECTIONS,
  ERRORS,
  type FieldSelector,
  isMarkedDeleted,
  NotFound,
  type ProductType,
  type Resource,
  type User,
} from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { AccessRefused, forbidden } from "../http/api-error.js";
import { isRestorable } from "../resources/soft-delete.js";
import { canAccess, ensureEditor, ensureOwner, roleIn } from "./roles.js";

type Dataset = Resource<"Dataset">;

/** Throws `notFound`, as a refusal for the audit trail, if the object is another user's. */
export function ensureAccess(user: User, resource: { metadata: { name: string }; spec: { owner: string } }, notFound: NotFound): void {
  if (!canAccess(user, resource)) throw new AccessRefused(notFound, resource.metadata.name);
}

/** Returns a dataset to read. Throws NotFound (datasetNotFound) if it is missing, being deleted or hidden from the user. */
export async function accessibleDataset(deps: Pick<ApiDeps, "resources">, user: User, id: string): Promise<Dataset> {
  const dataset = await deps.resources.get("Dataset", id);
  const notFound = new NotFound(`dataset ${id} is not there`, ERRORS.datasetNotFound);
  if (!dataset || isMarkedDeleted(dataset)) throw notFound;
  if (!roleIn(user, dataset)) throw new AccessRefused(notFound, id);
  return dataset;
}

/** Returns a dataset to change. Throws what accessibleDataset throws, and ApiError (permissionDenied) for a viewer. */
export async function editableDataset(deps: Pick<ApiDeps, "resources">, user: User, id: string): Promise<Dataset> {
  const dataset = await accessibleDataset(deps, user, id);
  ensureEditor(user, dataset);
  return dataset;
}

/** Returns a dataset to dispose of. Throws what accessibleDataset throws, and ApiError (permissionDenied) for viewers and editors. */
export async function ownedDataset(deps: Pick<ApiDeps, "resources">, user: User, id: string): Promise<Dataset> {
  const dataset = await accessibleDataset(deps, user, id);
  ensureOwner(user, dataset);
  return dataset;
}

/** Returns every dataset that the user may see, deleted ones too. */
export async function listDatasets({ resources }: Pick<ApiDeps, "resources">, user: User): Promise<Dataset[]> {
  if (user.auth === "manager") return (await resources.list("Dataset")).items;
  const [own, shared] = await Promise.all([
    resources.list("Dataset", { owner: user.id }),
    resources.list("Dataset", { visibility: "shared" }),
  ]);
  const others = shared.items.filter((dataset) => dataset.spec.owner !== user.id && roleIn(user, dataset) !== undefined);
  return [...own.items, ...others];
}

/** Returns every dataset that the user may see: the one with an id, or all. */
export async function accessibleDatasets(deps: Pick<ApiDeps, "resources">, user: User, id?: string): Promise<Dataset[]> {
  const items = id === undefined ? await listDatasets(deps, user) : [await deps.resources.get("Dataset", id)];
  return items.filter(
    (dataset): dataset is Dataset => dataset !== undefined && !isMarkedDeleted(dataset) && roleIn(user, dataset) !== undefined,
  );
}

/** Kinds of what belongs to a dataset. */
type PartKind = "Model" | "AutoModel" | "Evaluation";
interface InDataset<K extends PartKind> {
  resource: Resource<K>;
  dataset: Dataset;
}

/**
 * Returns true if the user may see an object of a dataset. Objects have their dataset's owner, except for one that somebody applied
 * with kubectl for another owner.
 */
export function canSeePart(user: User, { spec: { owner } }: { spec: { owner: string } }, dataset: Dataset): boolean {
  return user.auth === "manager" || (owner === dataset.spec.owner && roleIn(user, dataset) !== undefined);
}

/**
 * Returns the objects of a kind that the user may see in these datasets, deleted ones too. `where` tells the store what to leave
 * out.
 */
export async function listParts<K extends PartKind>(
  { resources }: Pick<ApiDeps, "resources">,
  user: User,
  kind: K,
  { datasets, where = {} }: { datasets: Dataset[]; where?: { datasetRef?: string | undefined; owner?: string | undefined } },
): Promise<InDataset<K>[]> {
  const byName = new Map(datasets.map((dataset) => [dataset.metadata.name, dataset]));
  const shared = datasets.filter(({ spec }) => spec.owner !== user.id).map(({ metadata }) => ({ datasetRef: metadata.name }));
  const oneList = user.auth === "manager" || where.datasetRef !== undefined;
  const selectors = oneList ? [where] : [{ owner: user.id }, ...shared];
  const lists = await Promise.all(selectors.map((selector) => resources.list(kind, selector as FieldSelector<K>)));
  return lists
    .flatMap(({ items }) => items)
    .flatMap((resource) => {
      const { spec } = resource as Resource<PartKind>;
      const dataset = byName.get(spec.datasetRef);
      const wanted = dataset && (where.owner ?? spec.owner) === spec.owner && canSeePart(user, { spec }, dataset);
      return wanted ? [{ resource, dataset }] : [];
    });
}

/**
 * Returns an object that belongs to a dataset, with the dataset. Throws `notFound` if it is missing, being deleted, hidden from the
 * user, or of another dataset than the named one, and NotFound (datasetNotFound) for the dataset.
 */
export async function accessibleWithDataset<K extends PartKind>(
  deps: Pick<ApiDeps, "resources">,
  user: User,
  { kind, id, datasetId, notFound }: { kind: K; id: string; datasetId: string | undefined; notFound: NotFound },
): Promise<InDataset<K>> {
  const named = datasetId === undefined ? undefined : await accessibleDataset(deps, user, datasetId);
  const resource = await deps.resources.get(kind, id);
  if (!resource || isMarkedDeleted(resource)) throw notFound;
  const { datasetRef } = resource.spec;
  const dataset = named?.metadata.name === datasetRef ? named : await deps.resources.get("Dataset", datasetRef);
  if (dataset && !canSeePart(user, resource, dataset)) throw new AccessRefused(notFound, id);
  if (!dataset || isMarkedDeleted(dataset)) throw new NotFound(`dataset ${datasetRef} is not there`, ERRORS.datasetNotFound);
  if (datasetId !== undefined && datasetRef !== datasetId) throw notFound;
  return { resource, dataset };
}

/**
 * Returns an object that was deleted less than a day ago, with its dataset. Throws `notFound` if it was not, is hidden from the
 * user, or belongs to another dataset, and what editableDataset throws.
 */
export async function restorableWithDataset<K extends PartKind>(
  deps: Pick<ApiDeps, "resources" | "clock">,
  user: User,
  { kind, id, datasetId, notFound }: { kind: K; id: string; datasetId: string; notFound: NotFound },
): Promise<InDataset<K>> {
  const dataset = await editableDataset(deps, user, datasetId);
  const resource = await deps.resources.get(kind, id);
  if (!resource || resource.spec.datasetRef !== datasetId || !isRestorable(resource, deps.clock.now())) throw notFound;
  if (!canSeePart(user, resource, dataset)) throw new AccessRefused(notFound, id);
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

/** Returns the owner of the dataset, to whom models belong even if a manager or an editor creates them. */
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
