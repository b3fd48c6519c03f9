import { COLLECTIONS, ERRORS, InvalidInput, isMarkedDeleted, NotFound, type User } from "@agatha/contracts";
import type { UserAnswer } from "@agatha/contracts/wire";
import { recordAudit } from "../../audit/record-audit.js";
import { removeFromShares } from "../../datasets/share.js";
import { deleteDataset } from "../../datasets/soft-delete.js";
import type { ApiDeps } from "../../deps.js";
import { describeUser } from "../service.js";
import { ensureManager, updateUserSettings } from "./user-admin.js";

/**
 * Disables the account first, so that it creates nothing new meanwhile, then deletes it and returns it.
 *
 * Throws ApiError (permissionDenied), NotFound (userNotFound) and InvalidInput: badRequest for one's own account, and
 * accountOwnsDatasets for an account with datasets, unless `withData` deletes these and their models too.
 */
export async function deleteAccount(deps: ApiDeps, manager: User, id: string, { withData }: { withData: boolean }): Promise<UserAnswer> {
  ensureManager(manager);
  if (id === manager.id)
    throw new InvalidInput(ERRORS.badRequest, { path: "id", message: "Managers cannot delete themselves: ask another manager" });
  const users = deps.documents.collection(COLLECTIONS.users);
  const account = await users.get(id);
  if (!account) throw new NotFound(`user ${id}`, ERRORS.userNotFound);
  if (!withData) await ensureNoDatasets(deps, account);
  const deleted = await describeUser(deps, account);
  await updateUserSettings(deps, manager, id, { is_active: false });
  if (!withData) await ensureNoneArrived(deps, manager, account);
  const datasets = withData ? await ownedDatasetNames(deps, id) : [];
  await recordAudit(deps, manager, { action: "user.delete", target: id, detail: { username: account.username, datasets } });
  for (const dataset of datasets) await deleteDataset(deps, manager, dataset);
  await removeFromShares(deps, account.username);
  const resets = deps.documents.collection(COLLECTIONS.passwordResets);
  for (const reset of await resets.find({ where: { userId: id } })) await resets.delete(reset.id);
  await users.delete(id);
  return deleted;
}

/** Gives the account back as it was if a dataset arrived before it was disabled. */
async function ensureNoneArrived(deps: ApiDeps, manager: User, account: User): Promise<void> {
  try {
    await ensureNoDatasets(deps, account);
  } catch (error) {
    await updateUserSettings(deps, manager, account.id, { is_active: account.active });
    throw error;
  }
}

async function ensureNoDatasets(deps: ApiDeps, { id, username }: User): Promise<void> {
  const { length } = await ownedDatasetNames(deps, id);
  if (length === 0) return;
  throw new InvalidInput(ERRORS.accountOwnsDatasets, {
    path: "with_data",
    message: `${username} owns ${length} datasets: delete them first, or all of them with the account by with_data=true`,
  });
}

async function ownedDatasetNames({ resources }: Pick<ApiDeps, "resources">, owner: string): Promise<string[]> {
  const { items } = await resources.list("Dataset", { owner });
  return items.filter((dataset) => !isMarkedDeleted(dataset)).map(({ metadata }) => metadata.name);
}
