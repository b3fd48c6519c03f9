/** Sharing: the owner of a dataset lets other accounts read it or work on it. */
import {
  COLLECTIONS,
  type DatasetShare,
  ERRORS,
  InvalidInput,
  NotFound,
  type Resource,
  SHARE_LIMIT,
  type ShareRole,
  type User,
} from "@agatha/contracts";
import { recordAccessChange } from "../audit/record-audit.js";
import type { ApiDeps } from "../deps.js";
import { updateResource } from "../resources/update-resource.js";

type Dataset = Resource<"Dataset">;
type ShareDeps = Pick<ApiDeps, "resources" | "documents" | "clock" | "logger">;

/** Returns the accounts that the dataset is shared with, by name. */
export function sharesOf({ spec: { visibility, shares = [] } }: Dataset): DatasetShare[] {
  return visibility === "shared" ? [...shares].sort((a, b) => (a.account < b.account ? -1 : 1)) : [];
}

/**
 * Shares a dataset with an account, or changes the account's role. `account` is its name, or its e-mail address if others have set
 * it. Throws InvalidInput (badRequest) for the owner's account, an ambiguous address and too many accounts, and NotFound
 * (userNotFound).
 */
export async function shareDataset(
  deps: ShareDeps,
  user: User,
  dataset: Dataset,
  { account, role }: { account: string; role: ShareRole },
): Promise<Dataset> {
  const { id, username } = await findAccount(deps, account);
  if (id === dataset.spec.owner) throw accountProblem(`${username} owns the dataset`);
  const shares = [...sharesOf(dataset).filter((share) => share.account !== username), { account: username, role }];
  if (shares.length > SHARE_LIMIT)
    throw accountProblem(`A dataset is shared with at most ${SHARE_LIMIT} accounts: stop sharing it with one first`);
  await recordAccessChange(deps, user, { action: "dataset.share", target: dataset.metadata.name, detail: { account: username, role } });
  const shared = await setShare(deps, dataset, username, role);
  // The account may have been deleted meanwhile. A later account of its name must not inherit the share.
  if (await deps.documents.collection(COLLECTIONS.users).get(id)) return shared;
  await setShare(deps, dataset, username, undefined);
  throw noAccount(username);
}

/**
 * Stops sharing a dataset with an account, given as in shareDataset. It does nothing if the dataset is not shared with it. Throws
 * InvalidInput (badRequest) for an ambiguous address, and NotFound (userNotFound).
 */
export async function unshareDataset(deps: ShareDeps, user: User, dataset: Dataset, account: string): Promise<void> {
  const isShared = (name: string): boolean => sharesOf(dataset).some((share) => share.account === name);
  const username = isShared(account) ? account : (await findAccount(deps, account)).username;
  if (!isShared(username)) return;
  await recordAccessChange(deps, user, { action: "dataset.unshare", target: dataset.metadata.name, detail: { account: username } });
  await setShare(deps, dataset, username, undefined);
}

/** Removes an account from all datasets that are shared with it. */
export async function removeFromShares(deps: Pick<ApiDeps, "resources">, account: string): Promise<void> {
  const { items } = await deps.resources.list("Dataset", { visibility: "shared" });
  for (const dataset of items)
    if (sharesOf(dataset).some((share) => share.account === account)) await setShare(deps, dataset, account, undefined);
}

/** Sets an account's role, or removes the account if there is none. */
async function setShare(
  deps: Pick<ApiDeps, "resources">,
  { metadata: { name, uid } }: Dataset,
  account: string,
  role: ShareRole | undefined,
): Promise<Dataset> {
  return await updateResource(deps, { kind: "Dataset", name, uid, notFoundCode: ERRORS.datasetNotFound }, (present) => {
    const others = sharesOf(present).filter((share) => share.account !== account);
    const shares = role ? [...others, { account, role }] : others;
    return { ...present, spec: { ...present.spec, shares, visibility: shares.length > 0 ? "shared" : "private" } };
  });
}

/** An address that an account has set itself names nobody: it may be somebody else's. */
async function findAccount({ documents }: Pick<ApiDeps, "documents">, account: string): Promise<User> {
  const users = documents.collection(COLLECTIONS.users);
  const [named] = await users.find({ where: { username: account } });
  if (named) return named;
  const wanted = account.toLowerCase();
  const [first, second] = (await users.find()).filter(({ email, emailSelfSet }) => !emailSelfSet && email?.toLowerCase() === wanted);
  if (!first) throw noAccount(account);
  if (second) throw accountProblem(`Several accounts have the e-mail address ${account}: give the name of one`);
  return first;
}

const noAccount = (account: string): NotFound =>
  new NotFound(`there is no account with the name ${account}, and none with this e-mail address from others`, ERRORS.userNotFound);
const accountProblem = (message: string): InvalidInput => new InvalidInput(ERRORS.badRequest, { path: "account", message });
