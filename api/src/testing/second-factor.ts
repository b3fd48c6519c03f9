import { TOTP } from "otpauth";
import { type Client, readJson, type TestDeps } from "./deps.js";

/** Returns the code that an authenticator shows for the secret at the time of the machine. */
export const codeAt = ({ wallClock }: Pick<TestDeps, "wallClock">, secret: string): string =>
  new TOTP({ secret }).generate({ timestamp: wallClock.now() });

export interface Authenticator {
  secret: string;
  recoveryCodes: string[];
}

/** Turns the second factor of a user on, with the code of the current time step. */
export async function turnOnSecondFactor(deps: Pick<TestDeps, "wallClock">, user: Client, password: string): Promise<Authenticator> {
  const { secret } = await readJson<{ secret: string }>(user("POST", "/accounts/second_factor", { body: { password } }));
  const confirmed = user("POST", "/accounts/second_factor/confirm", { body: { code: codeAt(deps, secret) } });
  return { secret, recoveryCodes: (await readJson<{ recovery_codes: string[] }>(confirmed)).recovery_codes };
}
