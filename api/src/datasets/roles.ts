/** Rights of a user in a dataset. Owners and managers may do everything, editors work in it, viewers read it. */
import { type Resource, sharedRole, titleOf, type User } from "@agatha/contracts";
import type { DatasetRole } from "@agatha/contracts/wire";
import { forbidden } from "../http/api-error.js";

type Dataset = Resource<"Dataset">;

/** Returns true for the owner and for managers. */
export function canAccess(user: User, resource: { spec: { owner: string } }): boolean {
  return user.auth === "manager" || resource.spec.owner === user.id;
}

/** Returns the user's role in a dataset, or undefined if the user may not see it. */
export function roleIn(user: User, dataset: Dataset): DatasetRole | undefined {
  if (dataset.spec.owner === user.id) return "owner";
  if (user.auth === "manager") return "manager";
  return sharedRole(dataset, user.username);
}

/** Returns true for viewers and editors. */
export function isSharedWith(user: User, dataset: Dataset): boolean {
  const role = roleIn(user, dataset);
  return role === "viewer" || role === "editor";
}

/** Throws ApiError (permissionDenied) for a viewer. */
export function ensureEditor(user: User, dataset: Dataset): void {
  if (roleIn(user, dataset) === "viewer")
    throw forbidden(`The dataset ${titleOf(dataset)} is shared with you to read: ask its owner to make you an editor`);
}

/** Throws ApiError (permissionDenied) for viewers and editors. */
export function ensureOwner(user: User, dataset: Dataset): void {
  if (!canAccess(user, dataset)) throw forbidden(`Only the owner of the dataset ${titleOf(dataset)} and managers may do this`);
}

/** Returns what was found in a dataset. Throws ApiError (permissionDenied) for a viewer. */
export async function asEditor<T extends { dataset: Dataset }>(user: User, finding: Promise<T>): Promise<T> {
  const found = await finding;
  ensureEditor(user, found.dataset);
  return found;
}

/** Returns what was found in a dataset. Throws ApiError (permissionDenied) for viewers and editors. */
export async function asOwner<T extends { dataset: Dataset }>(user: User, finding: Promise<T>): Promise<T> {
  const found = await finding;
  ensureOwner(user, found.dataset);
  return found;
}
