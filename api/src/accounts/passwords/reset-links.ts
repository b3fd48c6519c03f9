/** Links to set a new password: for a manager to pass on, and by mail to who has forgotten the password. */
import { COLLECTIONS, ERRORS, errorReason, isoTime, NotFound, type User } from "@agatha/contracts";
import { randomToken, sha256Hex } from "@agatha/contracts/api-access/api-tokens";
import type { Language, ResetLinkAnswer } from "@agatha/contracts/wire";
import { recordAudit, recordSecurityEvent } from "../../audit/record-audit.js";
import type { ApiDeps } from "../../deps.js";
import { resetMail } from "../../mail/reset-mail.js";
import { updateUser } from "../update-user.js";

const RESET_TOKEN_LIFETIME_MS = 3_600_000;
/** Interval in which repeated reports of a forgotten password do nothing. Anybody may send them. */
const RESET_REQUEST_INTERVAL_MS = 600_000;

/** Where the link leads, and the language of the mail with it. */
interface LinkContext {
  /** Address of the console, without a slash at its end. */
  consoleUrl: string;
  language: Language;
}

/**
 * Returns a link for one new password, valid for an hour, and mails it if there is a mail server and the account has an address.
 * Earlier links for the account become invalid. Throws NotFound (userNotFound).
 */
export async function createResetLink(deps: ApiDeps, manager: User, userId: string, context: LinkContext): Promise<ResetLinkAnswer> {
  const user = await deps.documents.collection(COLLECTIONS.users).get(userId);
  if (!user) throw new NotFound(`user ${userId}`, ERRORS.userNotFound);
  await recordAudit(deps, manager, { action: "user.password.link", target: userId });
  await deletePasswordResets(deps, userId);
  const link = await insertPasswordReset(deps, userId, context);
  return { ...link, mailed: await mailLink(deps, user, link.link, context.language) };
}

/**
 * Shows managers that an account waits for a link, and mails it one if there is a mail server and the account has an address.
 * `name` is the account's name or its e-mail address. The answer does not reveal whether there is such an account. All that an
 * account needs is done afterwards, so that the time of the answer does not either. Earlier links stay valid, so that strangers
 * cannot take them away.
 */
export async function requestPasswordReset(deps: ApiDeps, name: string, context: LinkContext): Promise<void> {
  const users = await deps.documents.collection(COLLECTIONS.users).find();
  const wanted = name.trim().toLowerCase();
  const named = users.filter(({ username, email }) => username === name.trim() || email?.toLowerCase() === wanted);
  setImmediate(() => {
    for (const user of named) void fulfilRequest(deps, user, context);
  });
}

async function fulfilRequest(deps: ApiDeps, user: User, context: LinkContext): Promise<void> {
  try {
    if (await noteRequest(deps, user)) await mailRequestedLink(deps, user, context);
  } catch (error) {
    deps.logger.warn({ userId: user.id, reason: errorReason(error) }, "a forgotten password was not stored, or no link for it was made");
  }
}

/** Returns whether the request is the first for some minutes and the account is active. */
async function noteRequest(deps: ApiDeps, user: User): Promise<boolean> {
  const isFirst = ({ active, resetRequestedAt }: User): boolean =>
    active && (resetRequestedAt === undefined || deps.clock.now() - Date.parse(resetRequestedAt) >= RESET_REQUEST_INTERVAL_MS);
  let first = isFirst(user);
  if (!first) return false;
  await updateUser(deps, user.id, (present) => {
    first = isFirst(present);
    return first ? { ...present, resetRequestedAt: isoTime(deps.clock) } : present;
  });
  return first;
}

/** Who signs on with a provider gets no link by mail: the provider decides who may enter. A manager can still make one. */
async function mailRequestedLink(deps: ApiDeps, user: User, context: LinkContext): Promise<void> {
  if (deps.sendMail === undefined || user.email === undefined || user.externalId !== undefined) return;
  await recordSecurityEvent(deps, user.id, { action: "password.forgotten", target: user.id });
  const { link } = await insertPasswordReset(deps, user.id, context);
  await mailLink(deps, user, link, context.language);
}

/** Returns whether the mail server has accepted the link. */
async function mailLink({ sendMail, logger }: ApiDeps, user: User, link: string, language: Language): Promise<boolean> {
  if (sendMail === undefined || user.email === undefined) return false;
  try {
    await sendMail(resetMail(user.email, { account: user.username, link, language }));
    return true;
  } catch (error) {
    logger.warn({ userId: user.id, reason: errorReason(error) }, "the link to set a password was not mailed");
    return false;
  }
}

async function insertPasswordReset(deps: ApiDeps, userId: string, { consoleUrl }: LinkContext): Promise<Omit<ResetLinkAnswer, "mailed">> {
  const token = randomToken();
  const expiresAt = new Date(deps.clock.now() + RESET_TOKEN_LIFETIME_MS).toISOString();
  await deps.documents.collection(COLLECTIONS.passwordResets).insert({ id: sha256Hex(token), userId, expiresAt });
  return { reset_token: token, link: `${consoleUrl}/account/reset#${token}`, expires_at: expiresAt };
}

/** Deletes the links of the account that reset its password. */
export async function deletePasswordResets(deps: Pick<ApiDeps, "documents">, userId: string): Promise<void> {
  const resets = deps.documents.collection(COLLECTIONS.passwordResets);
  for (const { id } of await resets.find({ where: { userId } })) await resets.delete(id);
}
