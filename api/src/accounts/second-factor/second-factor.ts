/** Second factor: time-based one-time codes of an authenticator (RFC 6238), and recovery codes for a lost one. */
import { randomBytes } from "node:crypto";
import { COLLECTIONS, ERRORS, InvalidInput, NotFound, type SecondFactor, type User } from "@agatha/contracts";
import { sha256Hex } from "@agatha/contracts/api-access/api-tokens";
import { createCipher } from "@agatha/contracts/api-access/cipher";
import type { SecondFactorSetup } from "@agatha/contracts/wire";
import { Secret, TOTP } from "otpauth";
import { recordAccessChange, recordSecurityEvent } from "../../audit/record-audit.js";
import type { ApiDeps } from "../../deps.js";
import { ApiError } from "../../http/api-error.js";
import { updateUser } from "../update-user.js";

/** Length of a secret, as RFC 4226 recommends (section 4, R6). */
const SECRET_BYTES = 20;
const PERIOD_MS = 30_000;
/** A code of the step before or after is accepted too, for clocks that differ (RFC 6238, 5.2). */
const WINDOW = 1;
const RECOVERY_CODES = 10;
/** 80 bits: too many to guess, even from a stolen digest. */
const RECOVERY_BYTES = 10;

/** Returns true once the account's owner has entered a first code. */
export const hasSecondFactor = ({ secondFactor }: User): boolean => secondFactor?.enabled === true;

/** Stores a new secret, which is off until a code is confirmed. Throws InvalidInput (badRequest) if a second factor is on. */
export async function beginSecondFactor(deps: ApiDeps, user: User): Promise<SecondFactorSetup> {
  const secret = new Secret({ size: SECRET_BYTES });
  const sealed = createCipher(deps.config.secretKey).seal(secret.base32, associatedData(user));
  await updateUser(deps, user.id, (present) => {
    if (hasSecondFactor(present)) throw alreadyOn();
    return { ...present, secondFactor: { secret: sealed, enabled: false, lastStep: 0, recoveryCodes: [] } };
  });
  return { secret: secret.base32, uri: new TOTP({ issuer: "Agatha", label: user.username, secret }).toString() };
}

/**
 * Turns the second factor on and returns its recovery codes. Throws ApiError (wrongCode), and InvalidInput (badRequest) if it is on
 * or was not begun.
 */
export async function confirmSecondFactor(deps: ApiDeps, user: User, code: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await updateUser(deps, user.id, (present) => {
    if (hasSecondFactor(present)) throw alreadyOn();
    if (!present.secondFactor)
      throw new InvalidInput(ERRORS.badRequest, { path: "code", message: "There is no secret yet: begin by the password" });
    const used = useCode(deps, present, present.secondFactor, code);
    if (!used) throw new ApiError(ERRORS.wrongCode);
    return { ...present, secondFactor: { ...used, enabled: true, recoveryCodes: codes.map(recoveryDigest) } };
  });
  await recordSecurityEvent(deps, user.id, { action: "second_factor.on", target: user.id });
  return codes;
}

const alreadyOn = (): InvalidInput =>
  new InvalidInput(ERRORS.badRequest, { path: "", message: "The second factor is on already: turn it off first" });

/** Takes the account's second factor away, by `actor`. Throws NotFound (userNotFound). */
export async function removeSecondFactor(deps: ApiDeps, actor: User, userId: string): Promise<void> {
  if (!(await deps.documents.collection(COLLECTIONS.users).get(userId))) throw new NotFound(`user ${userId}`, ERRORS.userNotFound);
  await recordAccessChange(deps, actor, { action: "second_factor.off", target: userId });
  await updateUser(deps, userId, (present) => ({ ...present, secondFactor: undefined }));
}

/** Uses a code of the account up and returns the account, or undefined if the code is wrong or was used before. */
export async function consumeCode(deps: ApiDeps, userId: string, code: string): Promise<User | undefined> {
  try {
    return await updateUser(deps, userId, (present) => {
      const used = present.secondFactor && useCode(deps, present, present.secondFactor, code);
      if (!used) throw new ApiError(ERRORS.wrongCode);
      return { ...present, secondFactor: used };
    });
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Returns the second factor after the use of a code, or undefined if the code is not valid or not any more. Pure function. */
function useCode(deps: Pick<ApiDeps, "wallClock" | "config">, user: User, factor: SecondFactor, typed: string): SecondFactor | undefined {
  const code = typed.replace(/[\s-]/g, "");
  const digest = recoveryDigest(code);
  if (factor.recoveryCodes.includes(digest)) {
    return { ...factor, recoveryCodes: factor.recoveryCodes.filter((each) => each !== digest) };
  }
  const secret = Secret.fromBase32(createCipher(deps.config.secretKey).open(factor.secret, associatedData(user)));
  const timestamp = deps.wallClock.now();
  const delta = new TOTP({ secret }).validate({ token: code, timestamp, window: WINDOW });
  const step = Math.floor(timestamp / PERIOD_MS) + (delta ?? 0);
  return delta === null || step <= factor.lastStep ? undefined : { ...factor, lastStep: step };
}

/** Returns four groups of four letters and digits. */
function newRecoveryCode(): string {
  const text = new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32;
  return text.match(/.{4}/g)?.join("-") ?? text;
}

const recoveryDigest = (code: string): string => sha256Hex(code.replaceAll("-", "").toUpperCase());
const associatedData = ({ id }: User): string => `second factor of ${id}`;
